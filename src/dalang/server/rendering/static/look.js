// @ts-check
// Look closer: cards and pieces large, with what they are in words.  The pointer rests on them, a finger stays on
// them, or they have the focus and Z is pressed.  The words are those that everybody hears who listens to the page.
import { corner } from './corners.js'
import { all } from './dom.js'
import { twin } from './fly.js'

const REST = 400 // milliseconds a pointer rests
const STAY = 350 // milliseconds a finger stays
const SLACK = 10 // pixels a finger may move meanwhile
const WIDE = 210 // pixels a picture is wide at most,
const PART = 0.38 // or of the window,
const HIGH = 0.45 // and of the window high;
const MOST = 5 // times larger at most,
const LEAST = 1.2 // and else there is none
const GROUPS =
  'main, section, aside, form, nav, details, input, textarea, select, .board, [role=list], [role=group], [role=tablist]'
const PIECE = '.card, [data-fly]'
const DRAWN = `${PIECE}, svg, svg *, :has(> svg)`
const TOLD = '#pieces [aria-label]:not([role=list], [role=group], button)'
const REGIONS = '#hand, #middle, #seats, .board'
const SEEN = '#prompt, #last, #hand'
const PAGE = ':is(.topbar, main)' // where tooltips are our own
const TOOLS = '.tools, .tablist, .tabbar, .zoom' // their drawings say no more when they are large
const GAP = 6 // pixels between a thing and its words

/** @typedef {{box: Element, words: string}} Thing */

// In the top layer nothing clips it, wherever it is in the page.
const pane = document.createElement('div')
pane.id = 'look'
pane.popover = 'manual'
pane.setAttribute('aria-hidden', 'true') // screen readers have said the words already

// --- what it is ------------------------------------------------------------------------------------------

/**
 * What an element is called, if it says so itself.
 * @param {Element} element
 */
function called(element) {
  const own = element.getAttribute('data-look') ?? element.getAttribute('title')
  if (!element.closest('#game')) return own ?? '' // around the tables everything else is in words
  const inside = element.querySelector(':scope > title, :scope > span.sr')?.textContent
  return (own || inside || element.getAttribute('aria-label') || '').trim().replace(/\s+/g, ' ')
}

/**
 * The card or piece at a place of the table, and its words: its own, or those of what holds it.
 * @param {EventTarget | null} target
 * @returns {Thing | null}
 */
function thing(target) {
  if (!(target instanceof Element) || !target.closest(PAGE)) return null
  const card = target.closest(PIECE)
  for (let at = /** @type {Element | null} */ (target); at; at = at.parentElement) {
    if (at.matches(GROUPS)) return null
    const words = (card && called(card)) || called(at)
    if (words) return { box: card ?? at, words }
  }
  return null
}

// --- its picture -----------------------------------------------------------------------------------------

/**
 * A copy of a card or piece, so much larger that it can be read; nothing of what is large already.
 * @param {Element} element
 */
function picture(element) {
  const { width, height } = element.getBoundingClientRect()
  const wide = Math.min(WIDE, innerWidth * PART)
  const factor = Math.min(wide / width, (innerHeight * HIGH) / height, MOST)
  const piece = element instanceof HTMLElement || element instanceof SVGGraphicsElement
  if (!piece || !width || !height || factor < LEAST || !element.matches(DRAWN)) return null
  if (!element.closest('#game') || element.closest(TOOLS)) return null
  const copy = twin(element)
  for (const one of [copy, ...copy.querySelectorAll('[id]')]) one.removeAttribute('id')
  copy.removeAttribute('name') // it is no choice
  for (const one of copy.querySelectorAll('title, .sr, button, foreignObject')) one.remove()
  copy.classList.add('picture')
  copy.classList.remove('legal', 'target', 'piece')
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, zoom: String(factor) })
  if (copy instanceof HTMLElement) copy.inert = true
  const frame = document.createElement('div')
  frame.className = 'frame'
  // what holds a card may say of which kind it is
  for (let at = element.parentElement; at && !at.matches(REGIONS); at = at.parentElement)
    if (at instanceof HTMLElement) frame.classList.add(...at.classList)
  frame.append(copy)
  return frame
}

// --- shown and gone --------------------------------------------------------------------------------------

/** @type {Element | null} */
let shown = null

/** @param {Thing} found */
function show(found) {
  const words = document.createElement('p')
  words.textContent = found.words
  const drawn = picture(found.box)
  pane.replaceChildren(...(drawn ? [drawn] : []), words)
  // beside the others of its kind, so that it looks like them
  const home = found.box.closest(REGIONS) ?? document.body
  home.append(pane)
  pane.showPopover()
  const looked = found.box.getBoundingClientRect()
  if (drawn || found.box.closest('.boardbox')) place(looked)
  else placeBeside(looked)
  shown = found.box
}

/** @param {DOMRect} looked */
function place(looked) {
  const board = document.querySelector('.boardbox')?.getBoundingClientRect()
  const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const room = {
    left: Math.max(0, board?.left ?? 0),
    top: Math.max(0, board?.top ?? 0),
    right: Math.min(innerWidth, board?.right ?? innerWidth),
    bottom: Math.min(innerHeight, board?.bottom ?? innerHeight),
  }
  const { width, height } = pane.getBoundingClientRect()
  const fits = room.right - room.left > width && room.bottom - room.top > height
  const seen = [...document.querySelectorAll(SEEN)].map(one => one.getBoundingClientRect())
  const { left, top } = corner(fits ? room : window, width, height, looked, seen)
  pane.style.left = `${Math.max(0, left)}px`
  pane.style.top = `${Math.max(0, top)}px`
}

/** @param {DOMRect} looked what has only words: they stand below it, or above if there is no room */
function placeBeside(looked) {
  const { width, height } = pane.getBoundingClientRect()
  const below = looked.bottom + GAP
  const top = below + height <= innerHeight ? below : looked.top - GAP - height
  pane.style.left = `${Math.max(0, Math.min(looked.left, innerWidth - width))}px`
  pane.style.top = `${Math.max(0, top)}px`
}

function hide() {
  clearTimeout(timer)
  pane.remove()
  shown = null
}

// --- a pointer that rests --------------------------------------------------------------------------------

/** @type {number | undefined} */
let timer

/**
 * What lies at a point of the page.  Pieces let the pointer through to the map below, so they are asked first.
 * @param {EventTarget | null} target
 * @param {number} x
 * @param {number} y
 */
function thingAt(target, x, y) {
  if (target instanceof Element && target.closest('.board') && !target.closest('button')) {
    const here = all(TOLD, Element).filter(piece => holds(piece, x, y))
    if (here.length) return thing(here.at(-1) ?? null)
  }
  return thing(target)
}

/**
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 */
function holds(element, x, y) {
  const box = element.getBoundingClientRect()
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/**
 * The browser's own tooltips would lie over ours: their words are kept where only we read them.
 * @param {Element} element
 */
function quiet(element) {
  for (let at = /** @type {Element | null} */ (element); at?.closest(PAGE); at = at.parentElement) {
    const title = at.getAttribute('title')
    if (title) {
      at.setAttribute('data-look', title)
      at.removeAttribute('title')
      if (!at.textContent?.trim() && !at.hasAttribute('aria-label'))
        at.setAttribute('aria-label', title)
    }
    const inside = at.querySelector(':scope > title')
    if (inside?.textContent && at instanceof SVGElement) {
      if (!at.hasAttribute('aria-label')) at.setAttribute('aria-label', called(at))
      at.setAttribute('data-look', called(at))
      inside.remove()
    }
  }
}

document.addEventListener('pointermove', event => {
  const { target, clientX, clientY } = event
  if (event.pointerType !== 'mouse' || !(target instanceof Element)) return
  if (shown && holds(shown, clientX, clientY)) return
  hide()
  if (!target.closest(PAGE)) return
  quiet(target)
  timer = setTimeout(() => {
    const found = thingAt(target, clientX, clientY)
    if (found?.box.isConnected) show(found)
  }, REST)
})
document.addEventListener('pointerleave', hide)

// --- a finger that stays: what it lies on is not chosen --------------------------------------------------

/** @type {{x: number, y: number} | null} */
let finger = null
let swallow = false

document.addEventListener('pointerdown', event => {
  swallow = false
  hide()
  if (event.pointerType === 'mouse') return
  const found = thingAt(event.target, event.clientX, event.clientY)
  finger = { x: event.clientX, y: event.clientY }
  if (!found) return
  timer = setTimeout(() => {
    if (!finger || !found.box.isConnected) return
    swallow = true
    show(found)
  }, STAY)
})
document.addEventListener('pointermove', event => {
  if (!finger || event.pointerType === 'mouse') return
  if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < SLACK) return
  finger = null
  hide()
})
for (const name of ['pointerup', 'pointercancel'])
  document.addEventListener(name, () => {
    finger = null
    if (!swallow) clearTimeout(timer)
  })
document.addEventListener(
  'click',
  event => {
    if (!swallow) return
    swallow = false
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  true,
)
document.addEventListener('contextmenu', event => {
  if (finger && thing(event.target)) event.preventDefault()
})

// --- the focus, and a key --------------------------------------------------------------------------------

document.addEventListener('keydown', event => {
  if (event.key === 'Escape') hide()
  if (event.key.toLowerCase() !== 'z' || event.ctrlKey || event.metaKey || event.altKey) return
  const found = thing(document.activeElement)
  if (!found || shown === found.box) hide()
  else show(found)
})
document.addEventListener('focusout', hide)
document.addEventListener('scroll', hide, { passive: true, capture: true })
