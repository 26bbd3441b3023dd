// @ts-check
// Elements of the page, found as what they are: one that is missing or of another kind is our mistake.

/**
 * The element of an id.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 */
export function byId(id, kind) {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`There is no ${kind.name} #${id}.`)
}

/**
 * All elements of a kind that a selector finds.
 * @template {Element} Kind
 * @param {string} selector
 * @param {new () => Kind} kind
 * @param {ParentNode} within
 */
export function all(selector, kind, within = document) {
  const found = [...within.querySelectorAll(selector)].filter(one => one instanceof kind)
  return /** @type {Kind[]} */ (found)
}

/**
 * The first of them, if there is one.
 * @template {Element} Kind
 * @param {string} selector
 * @param {new () => Kind} kind
 * @param {ParentNode} within
 */
export function first(selector, kind, within = document) {
  return all(selector, kind, within)[0]
}

/**
 * What an event met: the nearest element around its target that a selector finds.
 * @template {Element} Kind
 * @param {Event} event
 * @param {string} selector
 * @param {new () => Kind} kind
 */
export function hit(event, selector, kind) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null
  return found instanceof kind ? found : null
}

/**
 * A form as it would be sent.
 * @param {HTMLFormElement} form
 */
export function fieldsOf(form) {
  const fields = [...new FormData(form)].filter(field => typeof field[1] === 'string')
  return new URLSearchParams(/** @type {[string, string][]} */ (fields))
}
