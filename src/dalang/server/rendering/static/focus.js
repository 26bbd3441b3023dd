// @ts-check
// For people who play by keys, the focus is on the next choice after every update, never on what is gone.
import { all } from './dom.js'

const CHOICE = 'button[name=move]:not([aria-hidden])' // of equal cards, the one on top
const REGION = 'section[id],aside[id],#pieces'

/** @typedef {{id: string, region: string, choosing: boolean}} Place */

/**
 * Where somebody was who has nothing to choose just now: the heading holds the place.
 * @type {Place | null}
 */
let parked = null

/**
 * Where the focus is; to be asked before anything is merged.
 * @returns {Place | null}
 */
export function remember() {
  const had = document.activeElement
  if (!had || had === document.body || had.id === 'h-now') return parked
  parked = null
  const region = had.closest(REGION)?.id ?? ''
  return { id: had.id, region, choosing: had.matches(CHOICE) }
}

/**
 * The focus goes back there, or to the next choice; to the heading if there is none.
 * @param {Place | null} place
 */
export function restore(place) {
  const now = document.activeElement
  if (!place || document.querySelector('dialog:modal')) return
  if (now && now !== document.body && now.id !== 'h-now' && !gone(place, now)) return
  const same = place.id ? document.getElementById(place.id) : null
  const next = (same && !gone(place, same) && reach(same)) || nextChoice(place.region)
  parked = next ? null : { ...place, choosing: true }
  if (!next) document.getElementById('h-now')?.focus({ preventScroll: true })
}

/**
 * To the next choice: in the same part of the page if there is one, else in words, else anywhere.
 * @param {string} region
 */
export function nextChoice(region = '') {
  const ids = [region, 'prompt', 'game'].filter(Boolean)
  return ids.flatMap(id => all(`#${CSS.escape(id)} ${CHOICE}`, HTMLElement)).some(reach)
}

/**
 * Whether an element is no choice any more, although one had been there.
 * @param {Place} place
 * @param {Element} element
 */
function gone(place, element) {
  return place.choosing && !element.matches(`${CHOICE}:enabled`)
}

/**
 * Whether an element takes the focus: what is hidden does not.
 * @param {HTMLElement} element
 */
function reach(element) {
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
