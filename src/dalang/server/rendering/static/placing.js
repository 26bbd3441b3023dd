// @ts-check
// Where the guide's bubble goes: near what it is about, and over neither that nor the question.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{width: number, height: number}} Size */

const EDGE = 8 // pixels between the bubble and the edge of the window
const GAP = 44 // pixels that leave room for an arrow
const STEPS = 24 // places that are tried, across and down
const COVERED = 1000 // how much worse a covered thing is than a long way to it

/**
 * The area that two boxes share.
 * @param {Box} one
 * @param {Box} other
 */
export function shared(one, other) {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return across > 0 && down > 0 ? across * down : 0
}

/**
 * The smallest box around others.
 * @param {Box[]} boxes
 * @returns {Box}
 */
export function around(boxes) {
  const x = Math.min(...boxes.map(box => box.x))
  const y = Math.min(...boxes.map(box => box.y))
  const right = Math.max(...boxes.map(box => box.x + box.width))
  const bottom = Math.max(...boxes.map(box => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/**
 * The shortest way from one box to another; 0 if they touch.
 * @param {Box} one
 * @param {Box} other
 */
export function distance(one, other) {
  const across = Math.max(other.x - one.x - one.width, one.x - other.x - other.width, 0)
  const down = Math.max(other.y - one.y - one.height, one.y - other.y - other.height, 0)
  return Math.hypot(across, down)
}

/**
 * @param {number} room
 * @param {number} length
 */
const tries = (room, length) => {
  const last = Math.max(EDGE, room - length - EDGE)
  return Array.from({ length: STEPS + 1 }, (_, n) => EDGE + ((last - EDGE) * n) / STEPS)
}

/**
 * The best place for a bubble: it covers as little as possible of what matters, first of all nothing of
 * what is lit, and is as near to that as an arrow allows.
 * @param {Size} bubble
 * @param {Size} view
 * @param {Box[]} lit
 * @param {Box[]} kept what else is to be seen, such as the question
 */
export function place(bubble, view, lit, kept) {
  const target = lit.length
    ? around(lit)
    : { x: view.width / 2, y: view.height / 2, width: 0, height: 0 }
  let best = { x: EDGE, y: EDGE, ...bubble }
  let least = Number.POSITIVE_INFINITY
  for (const y of tries(view.height, bubble.height))
    for (const x of tries(view.width, bubble.width)) {
      const here = { x, y, ...bubble }
      const cost = COVERED * hidden(here, lit, kept) + away(here, target)
      if (cost < least) {
        least = cost
        best = here
      }
    }
  return best
}

/**
 * How much of what matters a bubble hides, as the share of each thing.
 * @param {Box} bubble
 * @param {Box[]} lit
 * @param {Box[]} kept
 */
function hidden(bubble, lit, kept) {
  /** @param {Box} box */
  const share = box => shared(bubble, box) / Math.max(1, box.width * box.height)
  const sum = (/** @type {Box[]} */ boxes) => boxes.reduce((all, box) => all + share(box), 0)
  return 2 * sum(lit) + sum(kept)
}

/**
 * How far a bubble is from the ideal distance, with some of the distance between the centres.
 * @param {Box} bubble
 * @param {Box} target
 */
function away(bubble, target) {
  const across = bubble.x + bubble.width / 2 - target.x - target.width / 2
  const down = bubble.y + bubble.height / 2 - target.y - target.height / 2
  return Math.abs(distance(bubble, target) - GAP) + 0.2 * Math.hypot(across, down)
}

/**
 * An arrow from a bubble to the nearest thing that is lit, as paths: the shaft and the head; "" if they touch.
 * @param {Box} bubble
 * @param {Box[]} lit
 */
export function arrow(bubble, lit) {
  const nearest = [...lit].sort((a, b) => distance(bubble, a) - distance(bubble, b))[0]
  if (!nearest || distance(bubble, nearest) < GAP / 2) return { shaft: '', head: '' }
  const [tip, start] = [toward(nearest, bubble), toward(bubble, nearest)]
  const [dx, dy] = [tip.x - start.x, tip.y - start.y]
  const bend = { x: start.x + dx / 2 - dy * 0.18, y: start.y + dy / 2 + dx * 0.18 }
  const angle = Math.atan2(tip.y - bend.y, tip.x - bend.x)
  /** @param {number} turn */
  const barb = turn =>
    `${round(tip.x - 20 * Math.cos(angle + turn))} ${round(tip.y - 20 * Math.sin(angle + turn))}`
  const end = `${round(tip.x)} ${round(tip.y)}`
  return {
    shaft: `M${round(start.x)} ${round(start.y)}Q${round(bend.x)} ${round(bend.y)} ${end}`,
    head: `M${barb(0.5)}L${end}L${barb(-0.5)}`,
  }
}

/**
 * The point of a box that is nearest to the middle of another.
 * @param {Box} box
 * @param {Box} other
 */
function toward(box, other) {
  /** @type {(value: number, low: number, high: number) => number} */
  const within = (value, low, high) => Math.min(Math.max(value, low), high)
  return {
    x: within(other.x + other.width / 2, box.x, box.x + box.width),
    y: within(other.y + other.height / 2, box.y, box.y + box.height),
  }
}

/** @param {number} value */
const round = value => Math.round(value * 10) / 10
