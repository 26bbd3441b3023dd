// @ts-check
// A table's page: one socket, regions merged by Idiomorph, pieces flown by fly.js.  No game is known here.
import { notice } from './alerts.js'
import { hearChat } from './chat.js'
import { follow } from './choices.js'
import { setClock } from './clocks.js'
import { coach } from './coach.js'
import { all, byId, fieldsOf, hit } from './dom.js'
import { finish } from './ending.js'
import { arrived, play, snapshot } from './fly.js'
import { nextChoice, remember, restore } from './focus.js'
import './help.js'
import { keepLog, readLog } from './log.js'
import { mark, unmark } from './marks.js'
import { merge, origins, patched } from './merge.js'
import { approach } from './near.js'
import { roundUp } from './roundup.js'
import { sound, soundsOf } from './sounds.js'
import { follows } from './tabs.js'
import { localise } from './times.js'

/** @import {ClientMessage, Patch, ServerMessage, Trouble, Update} from '../messages.js' */

const table = byId('table', HTMLFormElement)
const main = byId('game', HTMLElement)
const lost = byId('lost', HTMLElement)
const heard = byId('heard', HTMLElement)
const trouble = byId('trouble', HTMLElement)
const curtain = byId('pass', HTMLDialogElement)
const curtainText = byId('pass-text', HTMLElement)
const eyes = byId('eyes', HTMLInputElement)
const number = byId('number', HTMLInputElement)

// --- what changed ---------------------------------------------------------------------------------------

/** @param {ServerMessage} message */
function hear(message) {
  if ('html' in message) apply(message)
  else if ('trouble' in message) complain(message.trouble)
  else answered(message.alive)
}

/** @param {Update} update */
function apply(update) {
  if (update.build !== main.dataset.build) {
    comeAnew()
    return
  }
  if (update.timed && isOpen()) socket?.send(JSON.stringify({ got: update.number }))
  trouble.hidden = true
  eyes.value = String(update.eyes)
  if (update.pass) passOn(update.pass)
  const before = snapshot()
  const starts = origins(update.fly)
  const focus = remember()
  const log = readLog()
  unmark()
  for (const [id, html] of Object.entries(update.html))
    merge(document.getElementById(id), whole(id, html))
  localise()
  setClock(update.now, update.timed ? update.number : -1, say)
  const moved = Number(number.value) !== update.number
  number.value = String(update.number)
  follow()
  follows()
  restore(focus)
  keepLog(log)
  approach()
  if (moved && update.mine) reveal()
  play(before, starts)
  mark()
  hearChat()
  if (moved && !document.hidden)
    sound([
      ...soundsOf(arrived(before)),
      ...(update.scored ? /** @type {const} */ (['score']) : []),
    ])
  for (const sentence of update.said) say(sentence)
  sayHint()
  roundUp(say)
  finish()
  notice(update.mine)
  settle(update.number)
  coach()
}

/**
 * Of a region that was sent before, only what changed comes.
 * @type {Map<string, string>}
 */
const drawn = new Map()

/**
 * @param {string} id
 * @param {string | Patch} html
 */
function whole(id, html) {
  const now = Array.isArray(html) ? patched(drawn.get(id) ?? '', html) : html
  drawn.set(id, now)
  return now
}

/**
 * Several people share a screen: it is covered until the next one is there.
 * @param {string} sentence
 */
function passOn(sentence) {
  curtain.close()
  curtainText.textContent = sentence
  curtain.showModal()
}

// The page that comes is told who was looking at this one.
function comeAnew() {
  location.replace(`?eyes=${eyes.value}`)
}

// People who play by keys must see where they are when it is their turn.
function reveal() {
  const now = document.activeElement
  if (now?.matches('button[name=move]:focus-visible'))
    now.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

// The last move leads to the log, which may be behind a tab.
document.addEventListener('click', event => {
  if (!hit(event, '#last a', Element)) return
  const tab = all('[data-sheet="log"], #tab-log', HTMLElement).find(one => one.offsetParent)
  if (tab) event.preventDefault()
  tab?.click()
})

/** @param {string} sentence */
function say(sentence) {
  const line = document.createElement('p')
  line.textContent = sentence
  heard.append(line)
  while (heard.children.length > 30) heard.firstChild?.remove()
}

// Screen readers say a hint when it has come, which may be before or after the answer to the question.
let hinted = ''
function sayHint() {
  const lines = all('#advice li', HTMLElement).map(line => line.innerText)
  const now = lines.join()
  if (now !== hinted) lines.forEach(say)
  hinted = now
}

/** @param {string} sentence */
function complain(sentence) {
  done()
  trouble.textContent = sentence
  trouble.hidden = false
  setTimeout(() => {
    trouble.hidden = true
  }, 6000)
}

// --- the socket: reopened whenever it is gone, asked for a sign of life when the page wakes up ----------

/** @type {WebSocket | null} */
let socket = null
const MOVED = 1012
let delay = 300
let met = false
let leaving = false
/** @type {number | undefined} */
let timer
/** @type {number | undefined} */
let silence
const isOpen = () => socket?.readyState === WebSocket.OPEN

function open() {
  clearTimeout(timer)
  if (socket && socket.readyState <= WebSocket.OPEN) return
  const origin = location.origin.replace(/^http/, 'ws')
  const mine = new WebSocket(`${origin}${main.dataset.live}?eyes=${eyes.value}`)
  socket = mine
  mine.onopen = () => {
    if (document.hidden) lookAway()
  }
  mine.onmessage = event => {
    met = true
    main.dataset.met = ''
    delay = 300
    lost.hidden = true
    clearTimeout(silence)
    silence = undefined
    hear(JSON.parse(event.data))
  }
  mine.onclose = event => {
    if (mine !== socket || leaving) return
    // The process ends and another one is there: at once, and without a word unless that fails, too.
    if (event.code === MOVED && delay === 300) {
      timer = setTimeout(open, 50 * Math.random())
      delay += 1
      return
    }
    lost.hidden = false
    timer = setTimeout(open, delay * (1 + Math.random()))
    delay = Math.min(delay * 2, 10000)
  }
}

function reopen() {
  const old = socket
  socket = null
  old?.close()
  lost.hidden = false
  open()
}

function wake() {
  if (document.hidden || leaving) return
  if (!isOpen()) {
    delay = 300
    open()
    return
  }
  if (silence) return
  socket?.send('{"alive":1}')
  silence = setTimeout(() => {
    silence = undefined
    reopen()
  }, 4000)
}

// The others at the table are shown whether somebody is here, or has another page before them.
function lookAway() {
  if (isOpen()) socket?.send(JSON.stringify({ away: document.hidden }))
}

document.addEventListener('visibilitychange', wake)
document.addEventListener('visibilitychange', lookAway)
window.addEventListener('online', wake)
window.addEventListener('focus', wake)
window.addEventListener('pagehide', () => {
  leaving = true
  socket?.close()
})
window.addEventListener('pageshow', event => {
  leaving = false
  if (event.persisted) {
    socket = null
    open()
  }
})
setInterval(wake, 30000)

// --- choices: over the socket; kept and sent again if it breaks; never played twice, as each carries its number ---

/** @typedef {{message: ClientMessage, over: WebSocket | null}} Wish */
/** @type {Wish | null} */
let waiting = null

table.addEventListener('submit', event => {
  const button = event.submitter
  if (!(button instanceof HTMLButtonElement)) return
  if (button.name === 'advice' && isOpen()) {
    event.preventDefault()
    advise(button)
    return
  }
  if (!['move', 'undo'].includes(button.name)) return
  if (!met && !isOpen()) return // no socket ever: an ordinary form
  event.preventDefault()
  const at = Number(number.value)
  const move = button.name === 'move'
  waiting = {
    message: move ? { move: button.value, number: at } : { undo: 1, number: at },
    over: null,
  }
  document.body.classList.add('sending')
  if (isOpen()) send(waiting)
  else post(button)
})

// The second click of a double click may land on a choice that has just come up there.
document.addEventListener(
  'click',
  event => {
    // Where moves are confirmed, the first click has only shown what would happen.
    const guarded = 'confirms' in main.dataset ? '' : 'button[name=move], '
    if (event.detail > 1 && hit(event, `${guarded}button[name=undo]`, Element))
      event.preventDefault()
  },
  true,
)

/**
 * A hint comes over the socket when it has been found.
 * @param {HTMLButtonElement} button
 */
async function advise(button) {
  const body = fieldsOf(table)
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(button.formAction, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
    })
    /** @type {Trouble} */
    const refused = await answer.json()
    if (refused.trouble) complain(refused.trouble)
  } catch {
    lost.hidden = false
  } finally {
    button.disabled = false
    button.removeAttribute('aria-busy')
  }
}

/** @param {HTMLButtonElement} button */
async function post(button) {
  const sent = waiting
  const body = fieldsOf(table)
  body.set(button.name, button.value)
  try {
    const answer = await fetch(button.formAction, { method: 'POST', body, redirect: 'manual' })
    if (answer.type === 'opaqueredirect' && waiting === sent) {
      waiting = null
      if (!isOpen()) comeAnew()
    }
  } catch {
    /* no server at all: it is sent when the socket is back */
  }
}

/** @param {Wish} wish */
function send(wish) {
  wish.over = socket
  socket?.send(JSON.stringify(wish.message))
  wake() // asks for a sign of life, which comes after the answer
}

/** @param {number} played */
function settle(played) {
  if (waiting?.message.number !== played) done()
  // a new socket, and the log where it was: not played yet
  else if (isOpen() && waiting.over !== socket) send(waiting)
}

/** @param {number} played */
function answered(played) {
  if (waiting?.over === socket && waiting?.message.number === played) done()
}

function done() {
  waiting = null
  document.body.classList.remove('sending')
}

const chat = byId('chat-form', HTMLFormElement)
chat.addEventListener('submit', async event => {
  event.preventDefault()
  const headers = { accept: 'application/json' }
  try {
    const answer = await fetch(chat.action, { method: 'POST', body: fieldsOf(chat), headers })
    /** @type {Trouble} */
    const refused = await answer.json()
    if (refused.trouble) complain(refused.trouble)
    else byId('say', HTMLInputElement).value = '' // who may read the next line stays as chosen
  } catch {
    lost.hidden = false
  }
})

curtain.addEventListener('cancel', event => event.preventDefault())
curtain.addEventListener('close', () => nextChoice())
if (curtain.open) passOn(curtainText.textContent)
if (location.search.startsWith('?eyes=')) history.replaceState(null, '', location.pathname)

open()
