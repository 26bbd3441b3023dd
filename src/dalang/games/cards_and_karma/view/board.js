// @ts-check
// The bazaar: a filter over the display, and cascades played out step by step.  The rest of the page needs no script.
import { all, byId, first, hit } from '/static/dom.js'

const calm = matchMedia('(prefers-reduced-motion: reduce)')

// --- the filter: what does not match fades; a second click shows everything again --------------------

const filter = first('.filter', HTMLElement)
const wanted = { kind: '', colour: '' }
if (filter) filter.hidden = false

filter?.addEventListener('click', event => {
  const button = hit(event, 'button', HTMLButtonElement)
  if (!button) return
  const group = 'kind' in button.dataset ? 'kind' : 'colour'
  const value = button.dataset[group] ?? ''
  wanted[group] = wanted[group] === value ? '' : value
  for (const other of all(`[data-${group}]`, HTMLElement, filter))
    other.setAttribute('aria-pressed', String(other.dataset[group] === wanted[group]))
  sieve()
})

/** @param {Element} card */
const fits = card =>
  (!wanted.kind || card.matches(`.k-${wanted.kind}`)) &&
  (!wanted.colour || card.matches(`.d-${wanted.colour}, .p-${wanted.colour}`))

function sieve() {
  for (const card of all('.display > li:not(.gap)', Element)) {
    card.classList.toggle('off', !fits(card))
    for (const button of card.querySelectorAll('button')) button.tabIndex = fits(card) ? 0 : -1
  }
}

// --- cascades: the new links of the chain, one after the other ---------------------------------------

/** @typedef {{picture: Node, words: string, step: string, at: string}} Step */

const ribbon = byId('ribbon', HTMLElement)
/** @type {Step[]} */
const waiting = []
const links = () => all('.link[data-step]', HTMLElement)
let seen = new Set(links().map(link => link.dataset.step))
/** @type {number | null} */
let playing = null
const STEP = 850 // milliseconds for each …
const QUICK = 420 // … if many wait
const MANY = 6
const TURNED = [
  { transform: 'rotateY(180deg)' },
  { transform: 'rotateY(60deg) scale(1.5)' },
  { transform: 'none' },
]
const SWELLS = [{ scale: 1 }, { scale: 1.12 }, { scale: 1 }]
// as wide as a phone: it must not swell
const GLOWS = [{ filter: 'none' }, { filter: 'brightness(1.3)' }, { filter: 'none' }]

function gather() {
  const now = links()
  const chain = first('.chain', HTMLElement)
  chain?.scrollTo(chain.scrollWidth, chain.scrollHeight)
  const fresh = now.filter(link => !seen.has(link.dataset.step))
  seen = new Set(now.map(link => link.dataset.step))
  if (calm.matches || document.hidden) return
  if (fresh.length > 1 || playing)
    waiting.push(
      ...fresh.map(link => ({
        picture: link.cloneNode(true),
        words: link.title,
        step: link.dataset.step ?? '',
        at: link.dataset.at ?? '',
      })),
    )
  if (!playing) next()
}

function next() {
  // the screen is being passed on
  if (byId('pass', HTMLDialogElement).open) {
    playing = setTimeout(next, QUICK)
    return
  }
  const step = waiting.shift()
  for (const old of document.querySelectorAll('.link.now')) old.classList.remove('now')
  if (!step) {
    playing = null
    ribbon.hidden = true
    return
  }
  show(step)
  playing = setTimeout(next, waiting.length > MANY ? QUICK : STEP)
}

/** @param {Step} step */
function show({ picture, words, step, at }) {
  const drawing = document.createElement('span')
  const text = document.createElement('span')
  drawing.className = 'picture'
  const isSpoken = /** @param {Node} node */ node =>
    node instanceof Element && node.classList.contains('sr')
  drawing.append(...[...picture.childNodes].filter(node => !isSpoken(node)))
  text.textContent = words
  ribbon.replaceChildren(drawing, text)
  ribbon.hidden = false
  ribbon.animate(
    [
      { opacity: 0, scale: 0.9 },
      { opacity: 1, scale: 1 },
    ],
    { duration: 160, easing: 'ease-out' },
  )
  document.querySelector(`.link[data-step="${step}"]`)?.classList.add('now')
  const place = document.getElementById(at) // nothing, where three cards of a row count together
  place?.animate(place.matches('.sc') ? TURNED : place.matches('.seat') ? GLOWS : SWELLS, {
    duration: 600,
    easing: 'ease-in-out',
  })
}

/** Nothing more is shown: it stands in the chain and in the log. */
function skip() {
  waiting.length = 0
  clearTimeout(playing ?? undefined)
  next()
}

document.addEventListener(
  'pointerdown',
  () => {
    if (!ribbon.hidden) skip()
  },
  true,
)
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && !ribbon.hidden) skip()
})
calm.addEventListener('change', () => {
  if (playing) skip()
})

// Regions are merged by live.js; whatever it draws anew is looked at here.
/**
 * @param {string} id
 * @param {() => void} look
 * @param {MutationObserverInit} options
 */
function watch(id, look, options) {
  const around = byId(id, Element).parentNode
  if (around)
    new MutationObserver(look).observe(around, { ...options, childList: true, subtree: true })
}
watch('pieces', sieve, { attributeFilter: ['class'] })
watch('middle', gather, {})
