// @ts-check
// Which of several things is the next one in a direction: near, and not too far aside.

/** @typedef {readonly [x: number, y: number]} Point */

/** @type {Readonly<Record<string, Point>>} */
export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ASIDE = 2.5 // how much more a step to the side counts than one ahead

/**
 * How far a place is from another in a direction; endless for what is not ahead.
 * @param {Point} from
 * @param {Point} to
 * @param {Point} way
 */
export function distance(from, to, way) {
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const ahead = dx * way[0] + dy * way[1]
  return ahead > 1 ? ahead + ASIDE * Math.abs(dx * way[1] + dy * way[0]) : Infinity
}

/**
 * The nearest thing in a direction, if there is one.
 * @template Thing
 * @param {Point} from
 * @param {Point} way
 * @param {Thing[]} things
 * @param {(thing: Thing) => Point} place
 * @returns {Thing | undefined}
 */
export function nearest(from, way, things, place) {
  let best
  let least = Infinity
  for (const thing of things) {
    const far = distance(from, place(thing), way)
    if (far < least) {
      least = far
      best = thing
    }
  }
  return best
}
