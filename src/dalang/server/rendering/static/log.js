// @ts-check
// The log: its newest turn is on top and grows while it is played.  What stands below it stays where it is read, and
// glides down afterwards, unless somebody has scrolled to something earlier.
import { all, first } from './dom.js'

const calm = matchMedia('(prefers-reduced-motion: reduce)')
const REACHED = 1 // pixels: browsers scroll by fractions

/** @typedef {[text: string, top: number]} Line */

/** Whether somebody reads what happened earlier. */
let isAway = false
/** Where the log was last, and whether it glides to its newest turn. */
let place = 0
let isGliding = false

const panelOf = () => first('#panel-log', HTMLElement)

// The border between what is new to somebody and what is not wanders through the log.
/** @returns {Line[]} */
const lines = () =>
  all('#log li:not(.since)', Element).map(one => [one.textContent, one.getBoundingClientRect().top])

/**
 * How far most of the lines have moved down that are still told in the same words, and only once: some other line
 * may now say what one said before.
 * @param {Line[]} before
 * @param {Line[]} now
 */
export function pushed(before, now) {
  /** @param {Line[]} told */
  const places = told => {
    const found = new Map()
    for (const [text, top] of told) found.set(text, found.has(text) ? null : top)
    return found
  }
  const [then, there] = [places(before), places(now)]
  const ways = before
    .filter(([text]) => then.get(text) != null && there.get(text) != null)
    .map(([text]) => there.get(text) - then.get(text))
  /** @param {number} way */
  const agreeing = way => ways.filter(other => Math.abs(other - way) < REACHED).length
  return ways.sort((a, b) => agreeing(b) - agreeing(a))[0] ?? 0
}

/** Where the lines are; to be asked before anything is merged. */
export function readLog() {
  return panelOf()?.clientHeight ? lines() : []
}

/**
 * What was there has not moved; if nobody reads what is earlier, the newest turn comes into view.
 * @param {Line[]} before
 */
export function keepLog(before) {
  const panel = panelOf()
  if (!panel?.clientHeight) return
  const way = pushed(before, lines())
  if (Math.abs(way) >= REACHED) panel.scrollTop += way
  place = panel.scrollTop
  if (!isAway) glide(panel)
}

/** @param {HTMLElement} panel */
function glide(panel) {
  isGliding = panel.scrollTop >= REACHED
  if (isGliding) panel.scrollTo({ top: 0, behavior: calm.matches ? 'instant' : 'smooth' })
}

panelOf()?.addEventListener('scroll', () => {
  const now = panelOf()?.scrollTop ?? 0
  const isOurs = now === place || (isGliding && now < place)
  if (!isOurs) isAway = now >= REACHED
  isGliding &&= isOurs && now >= REACHED
  place = now
})
