// @ts-check
// Parts of the table's page that share one place: tabs beside the board, sheets over it on a phone, and the
// list of all choices in words.  Without scripts they stand one below the other.
import { all, byId, first, hit } from './dom.js'

const list = first('[data-tabs]', HTMLElement)
const bar = first('.tabbar', HTMLElement)
const tabs = list ? all('button', HTMLButtonElement, list) : []
const TABLE = 'table' // the sheet that is none

/** @param {HTMLElement} tab */
const nameOf = tab => tab.id.replace('tab-', '')
/** @param {HTMLElement} tab */
const panelOf = tab => byId(tab.getAttribute('aria-controls') ?? '', HTMLElement)
const chosen = () => tabs.find(tab => tab.ariaSelected === 'true')

/** What is open: the name of a tab. */
export function shown() {
  const tab = chosen()
  return tab ? nameOf(tab) : ''
}

/**
 * Opens a tab; where there are sheets, as a sheet.
 * @param {string} name
 */
export function show(name) {
  select(name)
  if (sheets.matches) document.body.dataset.sheet = name
  follow()
}

/** Closes whatever sheet lies over the table. */
export function toTable() {
  document.body.dataset.sheet = TABLE
  follow()
}

/** @param {string} name */
function select(name) {
  for (const tab of tabs) {
    const isIt = nameOf(tab) === name
    tab.ariaSelected = String(isIt)
    tab.tabIndex = isIt ? 0 : -1
    panelOf(tab).hidden = !isIt && !isAlwaysSeen(tab)
  }
  document.dispatchEvent(new CustomEvent('tab', { detail: name }))
}

const sheets = matchMedia(
  '(orientation: portrait), (orientation: landscape) and (max-height: 540px)',
)

// The display of a game is a tab only where the window is low.
const low = matchMedia('(orientation: landscape) and (max-height: 800px)')
/** @param {HTMLElement} tab */
const isAlwaysSeen = tab => nameOf(tab) === 'middle' && !low.matches

function follow() {
  for (const button of bar ? all('[data-sheet]', HTMLElement, bar) : []) {
    const isIt = button.dataset.sheet === document.body.dataset.sheet
    if (isIt) button.setAttribute('aria-current', 'true')
    else button.removeAttribute('aria-current')
  }
}

// --- what the game asks for is opened ---------------------------------------------------------------------

let asked = false
let over = false
let waited = false
let before = 'log'

/** To be called whenever the page has changed. */
export function follows() {
  const asks = Boolean(first('#middle button[name=move]', Element))
  if (low.matches && asks && !asked) {
    before = shown()
    select('middle')
  } else if (low.matches && asked && !asks && shown() === 'middle') select(before)
  asked = asks
  const waits = Boolean(first('#waiting:not([hidden])', Element))
  if (waits && shown() === 'log') select('chat')
  else if (waited && !waits) select('log')
  waited = waits
  const ended = Boolean(first('#prompt.finished', Element))
  if (ended && !over) select('points')
  over = ended
  reachSeats()
}

/** Where a hint leaves them less room the seats scroll: by keys, too. */
function reachSeats() {
  const seats = document.getElementById('seats')
  if (!seats) return
  const scrolls = getComputedStyle(seats).overflowY === 'auto'
  if (scrolls && seats.scrollHeight > seats.clientHeight) seats.tabIndex = 0
  else seats.removeAttribute('tabindex')
}

// What is to be confirmed opens at the lower edge of a part that scrolls: it comes into view.
document.addEventListener(
  'toggle',
  event => {
    const opened = hit(event, '.panel details[open]', HTMLElement)
    if (opened) opened.scrollIntoView({ block: 'nearest' })
  },
  true,
)

// --- the list of words ----------------------------------------------------------------------------------

/** @param {HTMLElement} choices */
function close(choices) {
  choices.classList.remove('open')
}

document.addEventListener('click', event => {
  const opener = hit(event, '[data-opens]', HTMLElement)
  const choices = document.getElementById('choices')
  if (!choices) return
  if (!opener) {
    if (!hit(event, '#choices', Element)) close(choices)
  } else if (choices.classList.toggle('open')) first('button', HTMLElement, choices)?.focus()
})

document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return
  const choices = hit(event, '#choices', HTMLElement)
  if (choices) {
    close(choices)
    first('[data-opens]', HTMLElement)?.focus()
  } else if (document.body.dataset.sheet !== TABLE) toTable()
})

// --- start ------------------------------------------------------------------------------------------------

document.addEventListener('click', event => {
  const tab = hit(event, '[data-tabs] button', HTMLElement)
  if (tab) show(nameOf(tab))
  const name = hit(event, '.tabbar [data-sheet]', HTMLElement)?.dataset.sheet
  if (name === TABLE) toTable()
  else if (name === 'players') {
    document.body.dataset.sheet = name
    follow()
  } else if (name) show(name)
})

list?.addEventListener('keydown', event => {
  const seen = tabs.filter(tab => tab.checkVisibility())
  const at = event.target instanceof HTMLButtonElement ? seen.indexOf(event.target) : -1
  const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: seen.length - 1 }
  if (at < 0 || !(event.key in steps)) return
  event.preventDefault()
  const to = steps[/** @type {keyof typeof steps} */ (event.key)]
  const next = seen[(to + seen.length) % seen.length]
  if (!next) return
  show(nameOf(next))
  next.focus()
})

function start() {
  if (!list) return
  list.role = 'tablist'
  list.hidden = false
  for (const tab of tabs) {
    tab.role = 'tab'
    const panel = panelOf(tab)
    panel.role = 'tabpanel'
    panel.setAttribute('aria-labelledby', tab.id)
  }
  if (bar) bar.hidden = false
  select('log')
  toTable()
  follows()
  sheets.addEventListener('change', toTable)
  low.addEventListener('change', () => {
    select(!low.matches && shown() === 'middle' ? 'log' : shown())
    asked = false
    follows()
  })
}

start()
