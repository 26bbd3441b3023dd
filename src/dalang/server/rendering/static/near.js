// @ts-check
// A small screen: to choose a place, the board comes nearer, as far as all lit places stay in view.
import { all, first } from './dom.js'

const NEAREST = 2
const WORTH = 1.2 // below that the board stays where it is
const SMALL = 560 // pixels: on a wider board everything is large enough
const AIR = 24 // pixels around the lit places

/**
 * How much larger a thing may be drawn if a part of it is to fit into a box.
 * @param {number} part
 * @param {number} box
 */
export const largest = (part, box) => Math.max(0, box - 2 * AIR) / Math.max(1, part)

/** Draws the board nearer or farther, and scrolls to the middle of what is lit. */
export function approach() {
  const box = first('.scroll', HTMLElement)
  const board = box && first('.board', HTMLElement, box)
  if (!box || !board) return
  box.classList.remove('near')
  box.style.removeProperty('--near')
  const room = box.parentElement?.getBoundingClientRect()
  const lit = first('.choosing', Element, board) ? bounds(all('.legal', Element, board)) : null
  const isSmall = matchMedia('(orientation: portrait)').matches
  if (!room || !lit || !isSmall || room.width > SMALL) return
  const near = Math.min(NEAREST, largest(lit.width, room.width), largest(lit.height, room.height))
  if (near < WORTH) return
  box.style.setProperty('--near', near.toFixed(3))
  box.classList.add('near')
  const now = bounds(all('.legal', Element, board))
  const outer = box.getBoundingClientRect()
  if (now)
    box.scrollBy(
      now.x + now.width / 2 - outer.x - outer.width / 2,
      now.y + now.height / 2 - outer.y - outer.height / 2,
    )
}

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
