// @ts-check
// A replay's page: moments are fetched and merged; pieces fly on a step forward.
// Every control is a link that works by itself.
import { all, byId, first, hit } from './dom.js'
import { land, play, snapshot } from './fly.js'
import { merge, origins } from './merge.js'

/** @import {Analysis, Moment} from '../messages.js' */

const RHYTHM = 1400 // milliseconds between two moves that are shown by themselves
const KEPT = 40 // moments

const main = byId('game', HTMLElement)
const slide = byId('slide', HTMLInputElement)
const heard = byId('heard', HTMLElement)
const auto = () => byId('auto', HTMLElement)
const { moment, here, eyes, build } = main.dataset
const last = Number(main.dataset.last)
let shown = Number(main.dataset.move)
let wanted = shown
let busy = false
/** @type {number | null} */
let timer = null

// --- moments: fetched once, the next one beforehand -------------------------------------------------

/** @type {Map<number, Promise<Moment>>} */
const known = new Map()

/** @param {number} move */
function fetched(move) {
  const before = known.get(move)
  if (before) return before
  const [oldest] = known.keys()
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
  const answer = fetch(`${moment}?move=${move}&eyes=${eyes}`).then(found =>
    found.ok ? found.json() : Promise.reject(found.status),
  )
  answer.catch(() => known.delete(move))
  known.set(move, answer)
  return answer
}

/** @param {number} move */
const address = move => `${here}?move=${move}${eyes === 'all' ? '' : `&eyes=${eyes}`}`

/**
 * Shows the moment that was asked for last; whatever was skipped on the way is never shown.
 * @param {number} move
 */
async function show(move) {
  wanted = Math.max(0, Math.min(last, move))
  follow(wanted)
  if (busy) return
  busy = true
  try {
    while (shown !== wanted) draw(await fetched(wanted))
    if (shown < last) fetched(shown + 1)
  } catch {
    location.assign(address(wanted))
  } finally {
    busy = false
  }
}

/** @param {Moment} found */
function draw(found) {
  if (found.build !== build) {
    location.assign(address(found.move))
    return
  }
  const step = found.move === shown + 1
  const before = step ? snapshot() : new Map()
  const starts = origins(step ? found.fly : [])
  const had = document.activeElement?.getAttribute('data-step')
  land()
  for (const [id, html] of Object.entries(found.html)) merge(document.getElementById(id), html)
  if (had) first(`[data-step=${had}]`, HTMLElement)?.focus({ preventScroll: true })
  if (step) play(before, starts)
  shown = found.move
  follow(wanted)
  for (const sentence of step ? found.said : found.said.slice(0, 1)) say(sentence)
  history.replaceState(null, '', address(shown))
}

/**
 * What stands outside the regions: the slider under the thumb, the link, the form to continue, the rounds.
 * @param {number} move
 */
function follow(move) {
  slide.value = String(move)
  slide.setAttribute('aria-valuetext', slide.dataset.words?.replace('#', String(move)) ?? '')
  byId('move', HTMLInputElement).value = String(move)
  byId('link', HTMLInputElement).value = location.origin + address(move)
  const past = all('.chapters [data-move]', HTMLElement)
    .filter(link => Number(link.dataset.move) <= move)
    .pop()
  for (const link of all('.chapters [aria-current]', Element)) link.removeAttribute('aria-current')
  past?.setAttribute('aria-current', 'true')
  auto().hidden = false
  standing(move)
}

// --- the chances: where we are in them, what they were then; a click leads to that move ---------------

/** @param {number} move */
const share = move => `${(100 * move) / Math.max(1, last)}%`

/**
 * @param {Element | undefined} line
 * @param {number} move
 */
function place(line, move) {
  for (const end of ['x1', 'x2']) line?.setAttribute(end, share(move))
}

/** @param {number} move */
function standing(move) {
  place(first('.curve .here', Element), move)
  const turn = all('#analysis tr[data-from]', HTMLElement)
    .filter(row => Number(row.dataset.from) <= move)
    .pop()
  const now = all('.chances b', Element)
  const chances = turn ? all('td', Element, turn) : []
  for (const [seat, chance] of chances.entries()) now[seat]?.replaceChildren(chance.textContent)
}

/** @param {MouseEvent} event */
function under(event) {
  const box = hit(event, '.curve', Element)?.getBoundingClientRect()
  if (!box) return null
  const move = Math.round(((event.clientX - box.left) / box.width) * last)
  return Math.max(0, Math.min(last, move))
}

document.addEventListener('pointermove', event => {
  place(first('.curve .probe', Element), under(event) ?? -last)
})
document.addEventListener('click', event => {
  const move = under(event)
  if (move !== null) {
    halt()
    show(move)
  }
})

// While the bots are at it, the page asks how far they are.
async function analysed() {
  try {
    const answer = await fetch(`${here}/analysis?move=${wanted}&eyes=${eyes}`)
    /** @type {Analysis} */
    const found = await answer.json()
    merge(document.getElementById('analysis'), found.html)
    if (found.busy) setTimeout(analysed, 1000)
    else {
      standing(wanted)
      say(byId('h-analysis', HTMLElement).textContent)
    }
  } catch {
    setTimeout(analysed, 5000)
  }
}

document.addEventListener('submit', async event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.closest('#analysis')) return
  event.preventDefault()
  try {
    const answer = await fetch(form.action, { method: 'POST', redirect: 'manual' })
    if (answer.type === 'opaqueredirect') analysed()
    else form.submit()
  } catch {
    form.submit()
  }
})

/** @param {string} sentence */
function say(sentence) {
  const line = document.createElement('p')
  line.textContent = sentence
  heard.append(line)
  while (heard.children.length > 20) heard.firstChild?.remove()
}

// --- controls --------------------------------------------------------------------------------------------

document.addEventListener('click', event => {
  const link = hit(event, 'a[data-step], a[data-move]', HTMLElement)
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  halt()
  go(link.dataset.step ?? Number(link.dataset.move))
})

/** @param {string | number} where */
function go(where) {
  if (where === 'back') show(wanted - 1)
  else if (where === 'forward') show(wanted + 1)
  else if (typeof where === 'number') show(where)
  else {
    const link = first(`[data-step=${where}]`, HTMLAnchorElement)
    if (link) show(Number(new URL(link.href).searchParams.get('move')))
  }
}

slide.addEventListener('input', () => {
  halt()
  show(Number(slide.value))
})

/** @type {Readonly<Record<string, string>>} */
const KEYS = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
  PageUp: 'before',
  PageDown: 'after',
}
document.addEventListener('keydown', event => {
  const where = KEYS[event.key]
  const writing = hit(event, 'input, select, textarea', Element)
  if (event.ctrlKey || event.metaKey || event.altKey || writing) return
  if (event.key === ' ' && !hit(event, 'a, button, summary', Element)) {
    event.preventDefault()
    toggle()
    return
  }
  if (!where || !first(`[data-step=${where}]`, Element)) return
  event.preventDefault()
  halt()
  go(where)
})

// --- playing by itself -----------------------------------------------------------------------------------

function halt() {
  clearTimeout(timer ?? undefined)
  timer = null
  auto().setAttribute('aria-pressed', 'false')
}

async function tick() {
  if (!busy) await show(wanted + 1)
  if (timer && wanted < last) timer = setTimeout(tick, RHYTHM)
  else halt()
}

function toggle() {
  if (timer) {
    halt()
    return
  }
  if (wanted === last) return
  auto().setAttribute('aria-pressed', 'true')
  timer = setTimeout(tick, 0)
}

document.addEventListener('click', event => {
  if (hit(event, '#auto', Element)) toggle()
})
follow(shown)
if (first('#analysis[data-busy]', Element)) analysed()
if (shown < last) fetched(shown + 1)
