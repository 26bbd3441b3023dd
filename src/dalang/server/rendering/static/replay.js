// A replay's page: moments are fetched and merged; pieces fly on a step forward.
// Every control is a link that works by itself.
import { snapshot, play, land } from './fly.js'
import { merge, origins } from './merge.js'

const $ = id => document.getElementById(id)
const main = $('game')
const slide = $('slide')
const heard = $('heard')
const auto = () => $('auto')
const { moment, here, eyes, build } = main.dataset
const last = Number(main.dataset.last)
const RHYTHM = 1400
const KEPT = 40
let shown = Number(main.dataset.move)
let wanted = shown
let busy = false
let timer = null

// --- moments: fetched once, the next one beforehand ------------------------------------------------------

const known = new Map()
function fetched(move) {
  if (!known.has(move)) {
    if (known.size > KEPT) known.delete(known.keys().next().value)
    const answer = fetch(`${moment}?move=${move}&eyes=${eyes}`).then(found =>
      found.ok ? found.json() : Promise.reject(found.status),
    )
    answer.catch(() => known.delete(move))
    known.set(move, answer)
  }
  return known.get(move)
}

const address = move => `${here}?move=${move}${eyes === 'all' ? '' : `&eyes=${eyes}`}`

/** Shows the moment that was asked for last; whatever was skipped on the way is never shown. */
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

function draw(found) {
  if (found.build !== build) {
    location.assign(address(found.move))
    return
  }
  const step = found.move === shown + 1
  const before = step ? snapshot() : null
  const starts = step ? origins(found.fly) : null
  const had = document.activeElement?.dataset?.step
  land()
  for (const [id, html] of Object.entries(found.html)) merge($(id), html)
  if (had) document.querySelector(`[data-step=${had}]`)?.focus({ preventScroll: true })
  if (step) play(before, starts)
  shown = found.move
  follow(wanted)
  for (const sentence of step ? found.said : found.said.slice(0, 1)) say(sentence)
  history.replaceState(null, '', address(shown))
}

// What stands outside the regions: the slider under the thumb, the link, the form to continue, the rounds.
function follow(move) {
  slide.value = move
  slide.setAttribute('aria-valuetext', slide.dataset.words.replace('#', move))
  $('move').value = move
  $('link').value = location.origin + address(move)
  const past = [...document.querySelectorAll('.chapters [data-move]')]
    .filter(link => Number(link.dataset.move) <= move)
    .pop()
  for (const link of document.querySelectorAll('.chapters [aria-current]'))
    link.removeAttribute('aria-current')
  past?.setAttribute('aria-current', 'true')
  auto().hidden = false
  standing(move)
}

// --- the chances: where we are in them, what they were then; a click leads to that move ---------------------

const share = move => `${(100 * move) / Math.max(1, last)}%`
function place(line, move) {
  for (const end of ['x1', 'x2']) line?.setAttribute(end, share(move))
}

function standing(move) {
  place(document.querySelector('.curve .here'), move)
  const turn = [...document.querySelectorAll('#analysis tr[data-from]')]
    .filter(row => Number(row.dataset.from) <= move)
    .pop()
  const chances = [...(turn?.querySelectorAll('td') ?? [])]
  const shown = document.querySelectorAll('.chances b')
  chances.forEach((chance, seat) => {
    shown[seat].textContent = chance.textContent
  })
}

function under(event) {
  const curve = event.target.closest?.('.curve')
  const box = curve?.getBoundingClientRect()
  return (
    curve &&
    Math.max(0, Math.min(last, Math.round(((event.clientX - box.left) / box.width) * last)))
  )
}

document.addEventListener('pointermove', event => {
  const move = under(event)
  place(document.querySelector('.curve .probe'), move ?? -last)
})
document.addEventListener('click', event => {
  const move = under(event)
  if (move !== null && move !== undefined) {
    halt()
    show(move)
  }
})

// While the bots are at it, the page asks how far they are.
async function analysed() {
  try {
    const answer = await (await fetch(`${here}/analysis?move=${wanted}&eyes=${eyes}`)).json()
    merge($('analysis'), answer.html)
    if (answer.busy) setTimeout(analysed, 1000)
    else {
      standing(wanted)
      say($('h-analysis').textContent)
    }
  } catch {
    setTimeout(analysed, 5000)
  }
}

document.addEventListener('submit', async event => {
  if (!event.target.closest('#analysis')) return
  event.preventDefault()
  try {
    if (
      (await fetch(event.target.action, { method: 'POST', redirect: 'manual' })).type ===
      'opaqueredirect'
    )
      analysed()
    else event.target.submit()
  } catch {
    event.target.submit()
  }
})

function say(sentence) {
  const line = document.createElement('p')
  line.textContent = sentence
  heard.append(line)
  while (heard.children.length > 20) heard.firstChild.remove()
}

// --- controls --------------------------------------------------------------------------------------------

document.addEventListener('click', event => {
  const link = event.target.closest('a[data-step], a[data-move]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  halt()
  go(link.dataset.step ?? Number(link.dataset.move))
})

function go(where) {
  if (where === 'back') show(wanted - 1)
  else if (where === 'forward') show(wanted + 1)
  else if (typeof where === 'number') show(where)
  else
    show(
      Number(new URL(document.querySelector(`[data-step=${where}]`).href).searchParams.get('move')),
    )
}

slide.addEventListener('input', () => {
  halt()
  show(Number(slide.value))
})

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
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.matches?.('input, select, textarea')
  )
    return
  if (event.key === ' ' && !event.target.closest?.('a, button, summary')) {
    event.preventDefault()
    toggle()
    return
  }
  if (!where || !document.querySelector(`[data-step=${where}]`)) return
  event.preventDefault()
  halt()
  go(where)
})

// --- playing by itself -----------------------------------------------------------------------------------

function halt() {
  clearTimeout(timer)
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
  if (event.target.closest('#auto')) toggle()
})
follow(shown)
if ($('analysis').matches('[data-busy]')) analysed()
if (shown < last) fetched(shown + 1)
