// @ts-check
// Equal cards have names that end in a number: nothing else tells them apart.

/**
 * The number at the end of a name that begins so, or -1.
 * @param {string} id
 * @param {string} begin
 */
export function copyOf(id, begin) {
  const rest = id.slice(begin.length)
  return id.startsWith(begin) && /^\d+$/.test(rest) ? Number(rest) : -1
}
