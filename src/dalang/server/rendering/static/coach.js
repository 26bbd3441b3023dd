// @ts-check
// The guide points: what #guide says comes as bubbles, one idea at a time, at the thing that is lit.
// Without this script #guide is a list of paragraphs.  No game is known here.
import { all, byId, first } from './dom.js'
import { arrow, place } from './placing.js'

/** @import {Box} from './placing.js' */

const layer = byId('coach', HTMLElement)
const bubble = byId('coach-bubble', HTMLElement)
const face = byId('coach-face', HTMLButtonElement)
const says = byId('coach-says', HTMLElement)
const dots = byId('coach-dots', HTMLElement)
const next = byId('coach-next', HTMLButtonElement)
const reach = byId('coach-reach', HTMLButtonElement)
const holes = byId('coach-holes', SVGGElement)
const rings = byId('coach-rings', SVGGElement)

const MARGIN = 6 // pixels around what is lit
const MOST_HOLES = 60
const MOST_DOTS = 8
const CHOICES = '#game button[name=move]'
const WORDS = '#prompt, #advice' // choices there are also on the table, if the game draws one

// --- what has been read: kept as long as the window, so that a page that is loaded again does not repeat it ---

const drawer = `coach ${location.pathname}`
/** @type {Set<string>} */
const read = new Set(JSON.parse(sessionStorage.getItem(drawer) ?? '[]'))

/** @param {string} key */
function tick(key) {
  read.add(key)
  sessionStorage.setItem(drawer, JSON.stringify([...read]))
}

/**
 * What was said before a decision that was made without reading it; it is not lost.
 * @type {Map<string, HTMLElement>}
 */
const missed = new Map()
/** @type {HTMLElement[]} */
let queue = []
let folded = false
let known = '' // what there was to say when it was folded
let ticked = 0 // how much has been read of what came up together

/** @param {HTMLElement} item */
const keyOf = item => item.dataset.key ?? ''

/** What there is to say now: after every change of the page. */
export function coach() {
  const items = all('#guide .sayings > li', HTMLElement)
  const on = Boolean(first('#guide .sayings', HTMLElement))
  document.body.classList.toggle('coached', on)
  for (const key of [...missed.keys()])
    if (!on || items.some(one => keyOf(one) === key)) missed.delete(key)
  queue = [...missed.values(), ...items].filter(item => !read.has(keyOf(item)))
  for (const item of items)
    if (item.dataset.lasting !== undefined && !read.has(keyOf(item)))
      missed.set(keyOf(item), /** @type {HTMLElement} */ (item.cloneNode(true)))
  const keys = queue.map(keyOf).join()
  if (keys !== known) folded = false
  if (!queue.length) ticked = 0
  if (!folded) known = keys
  show(on)
}

/** @param {boolean} on */
function show(on) {
  const covered =
    document.querySelector('dialog:modal') || document.body.classList.contains('reading')
  if (!on || covered) {
    close()
    return
  }
  if (!layer.matches(':popover-open')) layer.showPopover()
  const item = folded ? undefined : queue[0]
  face.hidden = Boolean(item) || !first('#guide .sayings > li, #guide details', HTMLElement)
  face.classList.toggle('more', Boolean(queue.length))
  if (item) open(item)
  else shut()
  look()
}

function close() {
  if (layer.matches(':popover-open')) layer.hidePopover()
  bubble.hidden = true
  shown = ''
}

let shown = ''

/** @param {HTMLElement} item */
function open(item) {
  const key = keyOf(item)
  const asks = item.dataset.asks !== undefined
  next.hidden = asks
  reach.hidden = !asks
  drawDots()
  if (shown === key && !bubble.hidden) return
  says.replaceChildren(...[...item.childNodes].map(node => node.cloneNode(true)))
  bubble.hidden = false
  shown = key
  scrollTo(item)
  if (!isTyping()) bubble.focus({ preventScroll: true })
}

function shut() {
  const had = bubble.contains(document.activeElement)
  bubble.hidden = true
  shown = ''
  if (had) leave()
}

/** The focus goes to what may be chosen, or else to the coach's face. */
function leave() {
  const choice = lit()[0] ?? first('#prompt button[name=move]', HTMLButtonElement)
  const there = choice instanceof HTMLElement ? choice : face
  there.focus({ preventScroll: true })
}

/** A dot for every idea of this decision: those that were read, this one, those to come. */
function drawDots() {
  const done = Math.min(ticked, MOST_DOTS - 1)
  const count = Math.min(done + queue.length, MOST_DOTS)
  dots.replaceChildren(
    ...Array.from({ length: count }, (_, number) => {
      const dot = document.createElement('i')
      if (number <= done) dot.className = number < done ? 'done' : 'on'
      return dot
    }),
  )
}

const isTyping = () =>
  Boolean(document.activeElement?.matches('input:not([type=hidden]), textarea'))

// --- what is lit ----------------------------------------------------------------------------------------

/** @param {Element} element */
function isSeen(element) {
  const box = element.getBoundingClientRect()
  return (
    box.width > 0 &&
    box.height > 0 &&
    box.bottom > 0 &&
    box.right > 0 &&
    box.top < innerHeight &&
    box.left < innerWidth &&
    element.checkVisibility({ visibilityProperty: true })
  )
}

/** The things that may be chosen: those on the table, or else those in words. */
function lit() {
  const choices = all(CHOICES, HTMLButtonElement).filter(choice => choice.checkVisibility())
  const things = choices.filter(choice => !choice.closest(WORDS))
  return things.length ? things : choices
}

/** @param {HTMLElement} item */
function targets(item) {
  const at = item.dataset.at ?? 'lit'
  if (at === 'lit') return lit()
  for (const selector of at.split(',')) {
    const found = all(selector, Element).filter(one => one.checkVisibility())
    if (found.length) return found
  }
  return []
}

/** @param {HTMLElement} item */
function scrollTo(item) {
  const thing = targets(item)[0]
  if (!thing) return
  const { top, bottom, height } = thing.getBoundingClientRect()
  if (top >= 0 && bottom <= innerHeight) return
  thing.scrollIntoView({ block: height < innerHeight / 2 ? 'center' : 'start', inline: 'nearest' })
}

/**
 * @param {Element} element
 * @returns {Box}
 */
function boxOf(element) {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const x = Math.max(left - MARGIN, 2)
  const y = Math.max(top - MARGIN, 2)
  return {
    x,
    y,
    width: Math.min(right + MARGIN, innerWidth - 2) - x,
    height: Math.min(bottom + MARGIN, innerHeight - 2) - y,
  }
}

// --- drawing: attributes and the CSSOM only, the content policy forbids inline style ----------------------

function look() {
  if (!layer.matches(':popover-open')) return
  const item = bubble.hidden ? undefined : queue[0]
  layer.classList.toggle('dimmed', Boolean(item))
  const things = item ? targets(item).filter(isSeen).map(boxOf) : []
  const question = all('#prompt', HTMLElement).filter(isSeen).map(boxOf)
  cut(holes, [...things, ...(item ? question : [])])
  cut(rings, things)
  const view = { width: innerWidth, height: innerHeight }
  if (item) {
    const size = { width: bubble.offsetWidth, height: bubble.offsetHeight }
    const there = place(size, view, things, question)
    put(bubble, there)
    draw(arrow(there, things))
  } else {
    draw({ shaft: '', head: '' })
    const choices = lit().filter(isSeen).map(boxOf)
    if (!face.hidden)
      put(face, place({ width: 56, height: 56 }, view, [], [...choices, ...question, ...corners()]))
  }
}

/** The folded coach keeps to the edges: what is in the middle of the window is the game's. */
function corners() {
  return [{ x: 72, y: 0, width: innerWidth - 144, height: innerHeight - 72 }]
}

/**
 * @param {SVGGElement} group
 * @param {Box[]} boxes
 */
function cut(group, boxes) {
  group.replaceChildren(
    ...boxes.slice(0, MOST_HOLES).map(box => {
      const hole = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
      for (const [name, value] of Object.entries(box))
        hole.setAttribute(name, String(Math.max(0, value)))
      hole.setAttribute('rx', '10')
      return hole
    }),
  )
}

/**
 * @param {HTMLElement} element
 * @param {Box} box
 */
function put(element, box) {
  element.style.setProperty('left', `${Math.round(box.x)}px`)
  element.style.setProperty('top', `${Math.round(box.y)}px`)
}

/** @param {{shaft: string, head: string}} paths */
function draw(paths) {
  for (const path of all('.shaft', SVGPathElement, layer)) path.setAttribute('d', paths.shaft)
  for (const path of all('.head', SVGPathElement, layer)) path.setAttribute('d', paths.head)
}

let asked = 0
function soon() {
  cancelAnimationFrame(asked)
  asked = requestAnimationFrame(look)
}

// --- what somebody does -----------------------------------------------------------------------------------

next.addEventListener('click', () => {
  const item = queue[0]
  if (!item) return
  tick(keyOf(item))
  missed.delete(keyOf(item))
  ticked += 1
  coach()
})
reach.addEventListener('click', leave)
face.addEventListener('click', () => {
  folded = false
  if (!queue.length) again()
  show(true)
})

/** What was said about this decision, once more. */
function again() {
  for (const item of all('#guide .sayings > li', HTMLElement)) read.delete(keyOf(item))
  queue = all('#guide .sayings > li', HTMLElement)
  if (!queue.length) queue = all('#guide details', HTMLElement).map(recap)
}

/**
 * A decision of a kind that was explained before: the explanation as one bubble.
 * @param {HTMLElement} details
 */
function recap(details) {
  const item = document.createElement('li')
  item.dataset.key = `again ${details.id}`
  item.dataset.at = 'lit'
  read.delete(item.dataset.key)
  item.append(...all('p', HTMLElement, details).map(line => line.cloneNode(true)))
  return item
}

function fold() {
  folded = true
  known = queue.map(keyOf).join()
  show(true)
}

byId('coach-fold', HTMLButtonElement).addEventListener('click', fold)
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape' || bubble.hidden || !layer.matches(':popover-open')) return
  if (document.querySelector('dialog:modal, :popover-open:not(#coach)')) return
  event.preventDefault()
  fold()
})
document.addEventListener('close', coach, true) // a dialog
document.addEventListener('click', () => setTimeout(coach)) // the rules may have been opened or closed
for (const name of ['resize', 'transitionend', 'animationend']) addEventListener(name, soon, true)
addEventListener('scroll', soon, { capture: true, passive: true })
new ResizeObserver(soon).observe(bubble)
coach()
