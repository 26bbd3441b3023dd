// @ts-check
// What the last move touched is ringed on the board, and what lies beside it is outlined, until the next one.
import { copyOf } from './copies.js'
import { all, byId } from './dom.js'
import { landing } from './fly.js'

/** @typedef {[name: string, seat: number, old: number]} Mark */

const NS = 'http://www.w3.org/2000/svg'
const ROOM = 7 // around a thing, in the units of the board
const FLAG = 15

/** What was marked when it was last drawn: only something new pulses. */
let known = marked()

function marked() {
  return byId('last', HTMLElement).dataset.marks ?? '[]'
}

/**
 * The thing of a name; of equal cards, the one with the highest number.
 * @param {string} name
 */
function find(name) {
  if (!name.endsWith('-')) return document.getElementById(name)
  const copies = all(`[id^="${CSS.escape(name)}"]`, Element).filter(
    copy => copyOf(copy.id, name) >= 0,
  )
  return copies.sort((a, b) => copyOf(b.id, name) - copyOf(a.id, name))[0] ?? null
}

/** To be called before a region is merged: rings are not part of it. */
export function unmark() {
  for (const ring of all('.lastmark', Element)) ring.remove()
  for (const thing of all('.changed', Element)) {
    thing.classList.remove('changed', 'old')
    thing.removeAttribute('data-by')
  }
}

export function mark() {
  unmark()
  const fresh = marked() !== known
  known = marked()
  /** @type {Map<Element, Mark>} */
  const found = new Map()
  for (const one of /** @type {Mark[]} */ (JSON.parse(known))) {
    const thing = find(one[0])
    if (thing) found.set(thing, one)
  }
  for (const [thing, [, seat, old]] of found) show(thing, seat, Boolean(old), fresh && !old)
}

/**
 * @param {Element} thing
 * @param {number} seat
 * @param {boolean} old
 * @param {boolean} pulses
 */
function show(thing, seat, old, pulses) {
  const board = thing.closest('svg#pieces')
  if (board instanceof SVGSVGElement) {
    ring(board, thing, seat, old, pulses)
    return
  }
  thing.classList.add('changed')
  thing.classList.toggle('old', old)
  thing.setAttribute('data-by', String(seat))
}

/**
 * @param {SVGSVGElement} board
 * @param {Element} thing
 * @param {number} seat
 * @param {boolean} old
 * @param {boolean} pulses
 */
function ring(board, thing, seat, old, pulses) {
  const box = thing.getBoundingClientRect()
  const back = board.getScreenCTM()?.inverse()
  if (!back || !box.width) return
  const from = new DOMPoint(box.left, box.top).matrixTransform(back)
  const to = new DOMPoint(box.right, box.bottom).matrixTransform(back)
  const group = make('g', { class: `lastmark s${seat}${old ? ' old' : ''}`, 'aria-hidden': 'true' })
  const shape = outline(from, to)
  group.append(make(shape.name, { ...shape.places, class: 'halo' }), make(shape.name, shape.places))
  if (!old) group.append(...flag(to.x, from.y, seat))
  if (pulses) group.append(make(shape.name, { ...shape.places, class: 'pulse' }))
  board.append(group)
  const wait = landing(thing.id)
  if (wait) group.animate([{ opacity: 0 }, {}], { duration: 150, delay: wait, fill: 'backwards' })
}

/**
 * A circle around what is about as wide as high, a box around everything else.
 * @param {DOMPoint} from
 * @param {DOMPoint} to
 * @returns {{name: string, places: Record<string, number>}}
 */
function outline(from, to) {
  const width = to.x - from.x
  const height = to.y - from.y
  if (Math.max(width, height) < 1.6 * Math.min(width, height))
    return {
      name: 'circle',
      places: {
        cx: (from.x + to.x) / 2,
        cy: (from.y + to.y) / 2,
        r: Math.max(width, height) / 2 + ROOM,
      },
    }
  return {
    name: 'rect',
    places: {
      x: from.x - ROOM,
      y: from.y - ROOM,
      width: width + 2 * ROOM,
      height: height + 2 * ROOM,
      rx: 2 * ROOM,
    },
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} seat
 */
const flag = (x, y, seat) => [
  make('circle', { class: 'flag', cx: x, cy: y, r: FLAG }),
  make('use', { href: `#e-${seat}`, x: x - 10, y: y - 10, width: 20, height: 20 }),
]

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function make(name, attributes) {
  const element = document.createElementNS(NS, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

mark()
