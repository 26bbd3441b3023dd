// A table's page: one socket, regions merged by Idiomorph, pieces flown by fly.js.  No game is known here.
import { snapshot, play } from './fly.js'

const $ = id => document.getElementById(id)
const table = $('table'), main = $('game'), lost = $('lost'), heard = $('heard')
const title = document.title
let socket, delay = 300, muted = true

function apply(update) {
  if (update.trouble) { say(update.trouble); return }
  const before = snapshot(), origins = new Map()
  for (const [piece, from] of update.fly) {
    const element = $(from)
    if (element) origins.set(piece, element.getBoundingClientRect())
  }
  const focus = remember()
  for (const [id, html] of Object.entries(update.html)) {
    const region = $(id)
    if (region) Idiomorph.morph(region, html, { morphStyle: 'outerHTML', ignoreActiveValue: true })
  }
  $('number').value = update.number
  restore(focus)
  centre()
  play(before, origins)
  for (const sentence of update.said) say(sentence)
  notice(update.mine)
}

// --- focus: what had it may be gone after a merge -------------------------------------------------

function remember() {
  const had = document.activeElement
  return had && had !== document.body ? { id: had.id, region: had.closest('section[id],aside[id]')?.id } : null
}

function restore(focus) {
  if (!focus || document.activeElement !== document.body) return
  const next = $(focus.id) ?? $(focus.region)?.querySelector('button[name=move]') ?? document.querySelector('#prompt button[name=move]') ?? $('h-now')
  next?.focus({ preventScroll: true })
}

// --- a small screen: the zoomed board is scrolled to the choices ----------------------------------

function centre() {
  const box = document.querySelector('.scroll'), lit = [...document.querySelectorAll('.board .legal')]
  if (!box || !lit.length || box.scrollWidth <= box.clientWidth) return
  const outer = box.getBoundingClientRect(), boxes = lit.map(element => element.getBoundingClientRect())
  const mean = (low, high) => boxes.reduce((sum, r) => sum + (r[low] + r[high]) / 2, 0) / boxes.length
  box.scrollBy(mean('left', 'right') - outer.left - outer.width / 2, mean('top', 'bottom') - outer.top - outer.height / 2)
}

// --- words for the ear, the tab and the desk --------------------------------------------------------

function say(sentence) {
  const line = document.createElement('p')
  line.textContent = sentence
  heard.append(line)
  while (heard.children.length > 30) heard.firstChild.remove()
}

let mine = null
function notice(now) {
  document.title = now ? `● ${title}` : title
  $('favicon').href = $('favicon').href.replace(/icon(-now)?\.svg/, now ? 'icon-now.svg' : 'icon.svg')
  if (now && mine === false) {
    if (localStorage.sound) chime()
    if (localStorage.notify && document.hidden && Notification.permission === 'granted') new Notification(document.title)
  }
  mine = now
}

function chime() {
  const audio = new AudioContext(), gain = audio.createGain(), tone = audio.createOscillator()
  tone.frequency.value = 660
  gain.gain.setValueAtTime(.15, audio.currentTime)
  gain.gain.exponentialRampToValueAtTime(.001, audio.currentTime + .6)
  tone.connect(gain).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + .6)
}

// --- the socket -------------------------------------------------------------------------------------

function open() {
  socket = new WebSocket(location.origin.replace(/^http/, 'ws') + main.dataset.live)
  socket.onmessage = event => { delay = 300; lost.hidden = true; apply(JSON.parse(event.data)) }
  socket.onclose = () => {
    lost.hidden = false
    setTimeout(open, delay * (1 + Math.random()))
    delay = Math.min(delay * 2, 10000)
  }
}

// One form, many buttons: over the socket if it is up, as an ordinary POST if it is not.
table.addEventListener('submit', event => {
  const button = event.submitter
  if (socket?.readyState !== 1 || !button) return
  const number = Number($('number').value)
  if (button.name === 'move') { event.preventDefault(); socket.send(JSON.stringify({ move: button.value, number })) }
  if (button.name === 'undo') { event.preventDefault(); socket.send(JSON.stringify({ undo: 1, number })) }
})

document.addEventListener('submit', async event => {
  const form = event.target
  if (!form.closest('#chat')) return
  event.preventDefault()
  const sent = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
  if (sent.ok) form.reset()
})

// --- why not? -----------------------------------------------------------------------------------------

document.addEventListener('click', async event => {
  const asked = event.target.closest('[data-why]:not(main)')
  if (!asked) return
  const answer = await fetch(`${main.dataset.why}?action=${encodeURIComponent(asked.dataset.why)}`)
  if (!answer.ok) return
  const { sentence, paragraph, see } = await answer.json()
  $('why-text').textContent = sentence
  const rule = $('why-rule')
  rule.textContent = see
  rule.href = rule.href.split('#')[0] + '#' + paragraph.replace(' ', '-')
  $('why').showModal()
})

// --- keys: arrows walk to the nearest button of the same group ------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
document.addEventListener('keydown', event => {
  const way = ARROWS[event.key], group = event.target.closest?.('[data-roam]')
  if (!way || !group) return
  const middle = element => { const r = element.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }
  const [x, y] = middle(event.target)
  const far = button => {
    const [bx, by] = middle(button), dx = bx - x, dy = by - y, along = dx * way[0] + dy * way[1]
    return along > 1 ? along + 2.5 * Math.abs(dx * way[1] + dy * way[0]) : Infinity
  }
  const next = [...group.querySelectorAll('button')].filter(button => button !== event.target).sort((a, b) => far(a) - far(b))[0]
  if (next && far(next) < Infinity) { event.preventDefault(); next.focus() }
})

// A choice in words lights up the thing it is about.
for (const [on, off] of [['pointerover', 'pointerout'], ['focusin', 'focusout']]) {
  const mark = shown => event => {
    const text = event.target.dataset?.shows
    if (text) for (const twin of document.querySelectorAll(`.board button[value="${CSS.escape(text)}"], .hand button[value="${CSS.escape(text)}"]`)) twin.classList.toggle('show', shown)
  }
  document.addEventListener(on, mark(true))
  document.addEventListener(off, mark(false))
}

open()
