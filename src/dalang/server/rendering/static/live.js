// A table's page: one socket, regions merged by Idiomorph, pieces flown by fly.js.  No game is known here.
import { snapshot, play } from './fly.js'
import { merge, origins } from './merge.js'
import { notice } from './alerts.js'
import { localise } from './times.js'
import './help.js'

const $ = id => document.getElementById(id)
const table = $('table')
const main = $('game')
const lost = $('lost')
const heard = $('heard')
const trouble = $('trouble')

// --- what changed ---------------------------------------------------------------------------------------

function apply(update) {
  if (update.trouble) {
    complain(update.trouble)
    return
  }
  // only a sign of life
  if (!update.html) {
    answered(update.alive)
    return
  }
  if (update.build !== main.dataset.build) {
    comeAnew()
    return
  }
  trouble.hidden = true
  $('eyes').value = update.eyes
  if (update.pass) passOn(update.pass)
  const before = snapshot()
  const starts = origins(update.fly)
  const focus = remember()
  for (const [id, html] of Object.entries(update.html)) merge($(id), whole(id, html))
  localise()
  const moved = Number($('number').value) !== update.number
  $('number').value = update.number
  restore(focus)
  centre()
  if (moved && update.mine) reveal()
  play(before, starts)
  for (const sentence of update.said) say(sentence)
  sayHint()
  notice(update.mine)
  settle(update.number)
}

// Of a region that was sent before, only what changed comes: from, to, and what stands there now, several times.
const drawn = new Map()
function whole(id, html) {
  drawn.set(id, Array.isArray(html) ? patched(drawn.get(id), html) : html)
  return drawn.get(id)
}

function patched(old, changes) {
  let text = ''
  let done = 0
  for (const [from, to, instead] of changes) {
    text += old.slice(done, from) + instead
    done = to
  }
  return text + old.slice(done)
}

// Several people share a screen: it is covered until the next one is there.
function passOn(sentence) {
  const curtain = $('pass')
  curtain.close()
  $('pass-text').textContent = sentence
  curtain.showModal()
}

// The page that comes is told who was looking at this one.
function comeAnew() {
  location.replace(`?eyes=${$('eyes').value}`)
}

// --- focus: what had it may be gone after a merge -------------------------------------------------------

function remember() {
  const had = document.activeElement
  return had && had !== document.body
    ? { id: had.id, region: had.closest('section[id],aside[id]')?.id }
    : null
}

function restore(focus) {
  if (!focus || document.activeElement !== document.body) return
  const next =
    $(focus.id) ??
    $(focus.region)?.querySelector('button[name=move]') ??
    document.querySelector('#prompt button[name=move]') ??
    $('h-now')
  next?.focus({ preventScroll: true })
}

// Whoever plays by keys must see where they are when it is their turn.
function reveal() {
  const now = document.activeElement
  if (now?.matches('button[name=move]:focus-visible'))
    now.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

// --- a small screen: the zoomed board is scrolled to the choices ----------------------------------------

function centre() {
  const box = document.querySelector('.scroll')
  const lit = [...document.querySelectorAll('.board .legal')]
  if (!box || !lit.length || box.scrollWidth <= box.clientWidth) return
  const outer = box.getBoundingClientRect()
  const boxes = lit.map(element => element.getBoundingClientRect())
  const mean = (low, high) =>
    boxes.reduce((sum, r) => sum + (r[low] + r[high]) / 2, 0) / boxes.length
  box.scrollBy(
    mean('left', 'right') - outer.left - outer.width / 2,
    mean('top', 'bottom') - outer.top - outer.height / 2,
  )
}

function say(sentence) {
  const line = document.createElement('p')
  line.textContent = sentence
  heard.append(line)
  while (heard.children.length > 30) heard.firstChild.remove()
}

// Whoever listens hears a hint when it has come, which may be before or after the answer to their question.
let hinted = ''
function sayHint() {
  const lines = [...document.querySelectorAll('#advice li')].map(line => line.innerText)
  const now = lines.join()
  if (now !== hinted) lines.forEach(say)
  hinted = now
}

function complain(sentence) {
  done()
  trouble.textContent = sentence
  trouble.hidden = false
  setTimeout(() => {
    trouble.hidden = true
  }, 6000)
}

// --- the socket: reopened whenever it is gone, asked for a sign of life when the page wakes up ----------

let socket
let delay = 300
let timer
let silence
let met = false
const isOpen = () => socket?.readyState === WebSocket.OPEN

function open() {
  clearTimeout(timer)
  if (socket && socket.readyState <= WebSocket.OPEN) return
  const mine = (socket = new WebSocket(
    location.origin.replace(/^http/, 'ws') + `${main.dataset.live}?eyes=${$('eyes').value}`,
  ))
  mine.onmessage = event => {
    met = true
    main.dataset.met = ''
    delay = 300
    lost.hidden = true
    clearTimeout(silence)
    silence = null
    apply(JSON.parse(event.data))
  }
  mine.onclose = () => {
    if (mine !== socket || leaving) return
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
  socket.send('{"alive":1}')
  silence = setTimeout(() => {
    silence = null
    reopen()
  }, 4000)
}

let leaving = false
for (const [target, name] of [
  [document, 'visibilitychange'],
  [window, 'online'],
  [window, 'focus'],
])
  target.addEventListener(name, wake)
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

let waiting = null

table.addEventListener('submit', event => {
  const button = event.submitter
  if (button?.name === 'advice' && isOpen()) {
    event.preventDefault()
    advise(button)
    return
  }
  if (!button || !['move', 'undo'].includes(button.name)) return
  if (!met && !isOpen()) return // no socket ever: an ordinary form
  event.preventDefault()
  const number = Number($('number').value)
  waiting = button.name === 'move' ? { move: button.value, number } : { undo: 1, number }
  document.body.classList.add('sending')
  if (isOpen()) send()
  else post(button)
})

// The second click of a double click may land on a choice that has just come up there.
document.addEventListener(
  'click',
  event => {
    if (event.detail > 1 && event.target.closest?.('button[name=move], button[name=undo]'))
      event.preventDefault()
  },
  true,
)

// A hint comes over the socket when it has been found.
async function advise(button) {
  const body = new URLSearchParams(new FormData(table))
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(button.formAction, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
    })
    const { trouble } = await answer.json()
    if (trouble) complain(trouble)
  } catch {
    lost.hidden = false
  } finally {
    button.disabled = false
    button.removeAttribute('aria-busy')
  }
}

async function post(button) {
  const sent = waiting
  const body = new URLSearchParams(new FormData(table))
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

function send() {
  const { move, undo, number } = waiting
  waiting.over = socket
  socket.send(JSON.stringify(move === undefined ? { undo, number } : { move, number }))
  wake() // asks for a sign of life, which comes after the answer
}

function settle(number) {
  if (waiting?.number !== number) done()
  else if (isOpen() && waiting.over !== socket) send() // a new socket, and the log where it was: not played yet
}

function answered(number) {
  if (waiting?.over === socket && waiting.number === number) done()
}

function done() {
  waiting = null
  document.body.classList.remove('sending')
}

$('chat-form').addEventListener('submit', async event => {
  event.preventDefault()
  const form = event.target
  const body = new URLSearchParams(new FormData(form))
  try {
    if ((await fetch(form.action, { method: 'POST', body })).ok) form.reset()
  } catch {
    lost.hidden = false
  }
})

$('pass').addEventListener('cancel', event => event.preventDefault())
if ($('pass').open) passOn($('pass-text').textContent)
if (location.search.startsWith('?eyes=')) history.replaceState(null, '', location.pathname)

open()
