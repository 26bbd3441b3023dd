// @ts-check
// Laying cards down in an order of one's own.

/**
 * What to play so that these cards are laid in this order; the rest goes down by itself if it lies
 * as the hand does.
 * @param {string[]} wanted
 * @param {string[]} kinds in the order of the hand
 */
export function step(wanted, kinds) {
  const ranks = wanted.map(card => kinds.indexOf(card))
  const sorted = ranks.every((rank, n) => rank >= (ranks[n - 1] ?? rank))
  return sorted ? 'as they are' : `lay ${wanted[0]}`
}
