// @ts-check
// Why not?  The rules beside the table.  Arrows between the choices.  Words that light up what they are about.
import { ARROWS, nearest } from './arrows.js'
import { all, byId, first, hit } from './dom.js'
import { show, shown, toTable } from './tabs.js'

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
const closer = byId('rules-close', HTMLButtonElement)
/** @type {{focus: Element | null, tab: string, sheet: string | undefined} | null} */
let before = null
let loaded = false

document.addEventListener('click', async event => {
  const link = hit(event, 'a[data-rules]', HTMLAnchorElement)
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (why.open) why.close()
  if (!(await load())) {
    window.open(link.href)
    return
  }
  before ??= {
    focus: document.activeElement,
    tab: shown(),
    sheet: document.body.dataset.sheet,
  }
  show('rules')
  closer.hidden = false
  for (const old of text.querySelectorAll('.here')) old.classList.remove('here')
  // no paragraph is named where the rules are asked for as a whole
  const paragraph = link.dataset.rules ? document.getElementById(link.dataset.rules) : null
  paragraph?.classList.add('here')
  paragraph?.scrollIntoView({ block: 'center' })
  aside.focus({ preventScroll: true })
})

async function load() {
  if (loaded) return true
  try {
    const answer = await fetch(text.dataset.from ?? '')
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const book = first('.rulebook', Element, page)
    if (book && !loaded) text.replaceChildren(...book.childNodes)
    loaded ||= Boolean(book)
  } catch {
    /* its link to the page of the rules is still there */
  }
  return loaded
}

document.addEventListener('tab', event => {
  const isRead = event instanceof CustomEvent && event.detail === 'rules'
  document.body.classList.toggle('reading', isRead)
  if (isRead) load()
  else if (before) {
    before = null
    closer.hidden = true
  }
})

/** Back to what was open before. */
function close() {
  if (!before) return
  const { focus, tab, sheet } = before
  show(tab)
  if (!sheet || sheet === 'table') toTable()
  if (focus instanceof HTMLElement || focus instanceof SVGElement)
    focus.focus({ preventScroll: true })
}

closer.addEventListener('click', close)
aside.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  close()
})

// --- keys: arrows walk to the nearest button of the same group ------------------------------------

/**
 * Where a thing is in its row: a card that is raised has not left it.
 * @param {Element} element
 * @returns {[x: number, y: number]}
 */
function middle(element) {
  const box = element.getBoundingClientRect()
  const [dx = 0, dy = 0] = getComputedStyle(element)
    .translate.split(' ')
    .map(moved => Number.parseFloat(moved) || 0)
  return [box.x + box.width / 2 - dx, box.y + box.height / 2 - dy]
}

document.addEventListener('keydown', event => {
  const way = ARROWS[event.key]
  const here = event.target
  const group = hit(event, '[data-roam]', Element)
  if (!way || !group || !(here instanceof Element)) return
  const others = all('button:not([aria-hidden])', HTMLButtonElement, group).filter(
    button => button !== here,
  )
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
