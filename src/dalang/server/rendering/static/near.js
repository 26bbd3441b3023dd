// @ts-check
// A small screen: to choose a place, the board comes nearer, as far as all lit places stay in view.  Where they are
// still too close to each other for a finger, the first tap brings that part nearer, and the second one chooses.
import { all, first, hit } from './dom.js'

const NEAREST = 2
const CLOSEST = 3.2 // where a finger has asked for it
const FINGER = 44 // pixels
const WORTH = 1.2 // below that the board stays where it is
const SMALL = 560 // pixels: on a wider board everything is large enough
const AIR = 24 // pixels around the lit places

/**
 * How much larger a thing may be drawn if a part of it is to fit into a box.
 * @param {number} part
 * @param {number} box
 */
export const largest = (part, box) => Math.max(0, box - 2 * AIR) / Math.max(1, part)

/** @typedef {{x: number, y: number}} Point */

/**
 * How far a point is from the nearest of the others, across or down.
 * @param {Point} point
 * @param {Point[]} points
 */
export const gap = (point, points) =>
  Math.min(
    ...points
      .filter(other => other !== point)
      .map(({ x, y }) => Math.max(Math.abs(point.x - x), Math.abs(point.y - y))),
  )

const isSmall = () =>
  matchMedia('(orientation: portrait)').matches &&
  (first('.boardbox', Element)?.clientWidth ?? 0) <= SMALL

/** Draws the board nearer or farther, and scrolls to the middle of what is lit. */
export function approach() {
  const box = first('.scroll', HTMLElement)
  const board = box && first('.board', HTMLElement, box)
  if (!box || !board) return
  box.classList.remove('near', 'closer')
  box.style.removeProperty('--near')
  comeNear(box, board)
  if (isSmall()) measure(board)
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} board
 */
function comeNear(box, board) {
  const room = box.parentElement?.getBoundingClientRect()
  const lit = first('.choosing', Element, board) ? bounds(all('.legal', Element, board)) : null
  if (!room || !lit || !isSmall()) return
  const near = Math.min(NEAREST, largest(lit.width, room.width), largest(lit.height, room.height))
  if (near < WORTH) return
  box.style.setProperty('--near', near.toFixed(3))
  box.classList.add('near')
  const now = bounds(all('.legal', Element, board))
  if (now) scrollTo(box, middle(now))
}

/**
 * Marks the lit places that are too close to others; the least gap.
 * @param {HTMLElement} board
 */
function measure(board) {
  const places = all('.choosing .legal', Element, board)
  const points = places.map(one => middle(one.getBoundingClientRect()))
  const gaps = points.map(one => gap(one, points))
  for (const [n, one] of places.entries())
    one.classList.toggle('tight', (gaps[n] ?? FINGER) < FINGER)
  return Math.min(...gaps)
}

/**
 * A finger has met a place that others are too close to: the board comes so near that each can be hit.
 * @param {HTMLElement} box
 * @param {HTMLElement} board
 * @param {Element} place
 */
function comeCloser(box, board, place) {
  const near = Number(getComputedStyle(box).getPropertyValue('--near')) || 1
  box.style.setProperty('--near', Math.min(CLOSEST, (near * FINGER) / measure(board)).toFixed(3))
  box.classList.add('near', 'closer')
  measure(board)
  scrollTo(box, middle(place.getBoundingClientRect()))
}

/**
 * @param {HTMLElement} box
 * @param {Point} point of the window, which comes to the middle
 */
function scrollTo(box, { x, y }) {
  const outer = middle(box.getBoundingClientRect())
  box.scrollBy(x - outer.x, y - outer.y)
}

/** @param {DOMRect} box */
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })

// The first tap on a place that is too close to others; one beside the lit places leads back to all of them.
document.addEventListener(
  'click',
  event => {
    const board = hit(event, '.scroll .board', HTMLElement)
    const box = board?.parentElement?.closest('.scroll')
    if (!board || !(box instanceof HTMLElement)) return
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return
    const place = hit(event, '.choosing .legal', Element)
    const isCloser = box.classList.contains('closer')
    if (!place && isCloser) approach()
    if (!place?.classList.contains('tight') || isCloser) return
    event.preventDefault()
    event.stopImmediatePropagation()
    comeCloser(box, board, place)
  },
  true,
)

/** @param {Element[]} things */
function bounds(things) {
  if (!things.length) return null
  const boxes = things.map(thing => thing.getBoundingClientRect())
  const left = Math.min(...boxes.map(box => box.left))
  const top = Math.min(...boxes.map(box => box.top))
  const right = Math.max(...boxes.map(box => box.right))
  const bottom = Math.max(...boxes.map(box => box.bottom))
  return new DOMRect(left, top, right - left, bottom - top)
}

addEventListener('resize', approach) // turned, or a browser's bars come and go
