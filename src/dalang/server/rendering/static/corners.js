// @ts-check
// Where something can be shown without being in the way: in the corner of a box that covers least.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * How much of a box another one covers.
 * @param {Box} a
 * @param {Box} b
 */
function shared(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}

/** @param {Box} box */
const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]

/**
 * @param {Box} a
 * @param {Box} b
 */
function distance(a, b) {
  const [ax = 0, ay = 0] = middle(a)
  const [bx = 0, by = 0] = middle(b)
  return Math.hypot(ax - bx, ay - by)
}

/**
 * The corner of a room for something of a size: it hides as little as possible of what must be seen,
 * and of such corners it is the one farthest from what is looked at.
 * @param {Box} room
 * @param {number} width
 * @param {number} height
 * @param {Box} looked
 * @param {Box[]} seen
 * @param {number} gap
 * @returns {Box}
 */
export function corner(room, width, height, looked, seen, gap = 8) {
  const lefts = [room.left + gap, room.right - gap - width]
  const tops = [room.top + gap, room.bottom - gap - height]
  const boxes = lefts.flatMap(left =>
    tops.map(top => ({ left, top, right: left + width, bottom: top + height })),
  )
  /** @param {Box} box */
  const hidden = box => [looked, ...seen].reduce((sum, other) => sum + shared(box, other), 0)
  boxes.sort((a, b) => hidden(a) - hidden(b) || distance(b, looked) - distance(a, looked))
  return /** @type {Box} */ (boxes[0])
}
