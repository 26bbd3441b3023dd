// @ts-check
// How a region of a page takes its new form: merged by Idiomorph, so that what stays the same stays.

/** @import {Flight, Patch} from '../messages.js' */

/**
 * Not with ignoreActiveValue: a button that has the focus would keep the value of the choice before.
 * @param {Element | null} region
 * @param {string} html
 */
export function merge(region, html) {
  if (!region) return
  Idiomorph.morph(region, html, {
    morphStyle: 'outerHTML',
    callbacks: {
      // what somebody is typing
      beforeNodeMorphed: old => !(old instanceof Element && old.matches('[data-keep]')),
      // what somebody has opened
      beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS'),
    },
  })
}

/** @param {Element} element */
const isBack = element =>
  element.matches('[data-hidden]') ||
  Boolean(element.parentNode?.querySelector(`#${CSS.escape(element.id)} use[href="#card-back"]`))

/**
 * Where pieces that are new to the page come from; to be asked before anything is merged.
 * @param {Flight[]} flights
 */
export function origins(flights) {
  /** @type {Map<string, {box: DOMRect | undefined, hidden: boolean, step: number}>} */
  const starts = new Map()
  for (const [piece, id, step = 0] of flights) {
    const from = id ? document.getElementById(id) : null
    if ((from || !id) && !starts.has(piece))
      starts.set(piece, {
        box: from?.getBoundingClientRect(),
        hidden: Boolean(from && isBack(from)),
        step,
      })
  }
  return starts
}

/**
 * A text of which some stretches are another now.
 * @param {string} old
 * @param {Patch} changes
 */
export function patched(old, changes) {
  let text = ''
  let done = 0
  for (const [from, to, instead] of changes) {
    text += old.slice(done, from) + instead
    done = to
  }
  return text + old.slice(done)
}
