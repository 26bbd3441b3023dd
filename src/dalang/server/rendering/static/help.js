// @ts-check
// Why not?  The rules beside the table.  Arrows between the choices.  Words that light up what they are about.
import { ARROWS, nearest } from './arrows.js'
import { all, byId, first, hit } from './dom.js'

/** @import {WhyNot} from '../messages.js' */

const asks = byId('game', HTMLElement).dataset.why
const why = byId('why', HTMLDialogElement)

document.addEventListener('click', async event => {
  const asked = hit(event, '[data-why]:not(main)', Element)?.getAttribute('data-why')
  if (typeof asked !== 'string') return
  const answer = await fetch(`${asks}?action=${encodeURIComponent(asked)}`)
  if (!answer.ok) return
  /** @type {WhyNot} */
  const { sentence, paragraph, see } = await answer.json()
  byId('why-text', HTMLElement).textContent = sentence
  const rule = byId('why-rule', HTMLAnchorElement)
  const anchor = paragraph.replace(' ', '-')
  rule.hidden = !paragraph
  rule.textContent = see
  rule.href = `${rule.href.split('#')[0]}#${anchor}`
  rule.dataset.rules = anchor
  why.showModal()
})

// --- the rules: a link that works by itself, shown beside the table if there is JavaScript ---------

const aside = byId('rules', HTMLElement)
const text = byId('rules-text', HTMLElement)
/** @type {Element | null} */
let before = null

document.addEventListener('click', async event => {
  const link = hit(event, 'a[data-rules]', HTMLAnchorElement)
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (why.open) why.close()
  if (!text.firstChild && !(await load())) {
    window.open(link.href)
    return
  }
  before ??= document.activeElement
  aside.hidden = false
  document.body.classList.add('reading')
  for (const old of text.querySelectorAll('.here')) old.classList.remove('here')
  // no paragraph is named where the rules are asked for as a whole
  const paragraph = link.dataset.rules ? document.getElementById(link.dataset.rules) : null
  paragraph?.classList.add('here')
  paragraph?.scrollIntoView({ block: 'center' })
  aside.focus({ preventScroll: true })
})

async function load() {
  try {
    const answer = await fetch(text.dataset.from ?? '')
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const book = first('.rulebook', Element, page)
    text.append(...(book?.childNodes ?? []))
    return Boolean(book)
  } catch {
    return false
  }
}

function close() {
  if (aside.hidden) return
  aside.hidden = true
  document.body.classList.remove('reading')
  if (before instanceof HTMLElement || before instanceof SVGElement)
    before.focus({ preventScroll: true })
  before = null
}

byId('rules-close', HTMLElement).addEventListener('click', close)
aside.addEventListener('keydown', event => {
  if (event.key === 'Escape') close()
})

// --- keys: arrows walk to the nearest button of the same group ------------------------------------

/**
 * @param {Element} element
 * @returns {[x: number, y: number]}
 */
function middle(element) {
  const box = element.getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height / 2]
}

document.addEventListener('keydown', event => {
  const way = ARROWS[event.key]
  const here = event.target
  const group = hit(event, '[data-roam]', Element)
  if (!way || !group || !(here instanceof Element)) return
  const others = all('button', HTMLButtonElement, group).filter(button => button !== here)
  const next = nearest(middle(here), way, others, middle)
  if (next) {
    event.preventDefault()
    next.focus()
  }
})

// A browser is content if part of what has the focus can be seen: in a row that scrolls, all of it should be.
document.addEventListener('focusin', event => {
  if (event.target instanceof Element && event.target.matches('#game button:focus-visible'))
    event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
})

// --- a choice in words lights up the thing it is about ---------------------------------------------

/** @param {boolean} shown */
const mark =
  shown =>
  /** @param {Event} event */
  event => {
    const words = event.target instanceof HTMLElement ? event.target.dataset.shows : ''
    if (!words) return
    for (const twin of all(`button[value="${CSS.escape(words)}"]`, HTMLButtonElement))
      if (twin !== event.target) twin.classList.toggle('show', shown)
  }

for (const name of ['pointerover', 'focusin']) document.addEventListener(name, mark(true))
for (const name of ['pointerout', 'focusout']) document.addEventListener(name, mark(false))
