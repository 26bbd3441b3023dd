// @ts-check

/**
 * What is left, as a clock shows it: whole seconds, and 0:00 only when nothing is left.
 * @param {number} milliseconds
 */
export function shown(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  /** @param {number} part */
  const two = part => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3600)
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
