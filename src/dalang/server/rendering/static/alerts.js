// @ts-check
// Whose turn it is, in the tab, for the ear and on the desk.  Sound and notifications only if asked for.
import { all, byId } from './dom.js'

const icon = byId('favicon', HTMLLinkElement)
const title = byId('game', HTMLElement).dataset.title ?? ''
/** @type {boolean | null} */
let mine = null
let lines = 0
/** @type {AudioContext | undefined} */
let audio

/** @param {boolean} now */
export function notice(now) {
  icon.href = (now ? icon.dataset.now : icon.dataset.idle) ?? ''
  const called = now && mine === false
  mine = now
  entitle()
  if (!called) return
  if (localStorage.sound) chime()
  if (localStorage.notify && document.hidden) notify()
}

/**
 * How much was said that nobody has looked at.
 * @param {number} count
 */
export function unread(count) {
  lines = count
  entitle()
}

function entitle() {
  const now = mine ? `● ${title}` : title
  document.title = lines ? `(${lines}) ${now}` : now
}

function notify() {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const note = new Notification(document.title, {
    body: byId('h-now', HTMLElement).textContent.trim(),
    tag: location.pathname,
  })
  note.onclick = () => {
    window.focus()
    note.close()
  }
}

function chime() {
  audio ??= new AudioContext()
  audio.resume()
  for (const [start, pitch] of /** @type {const} */ ([
    [0, 587.3],
    [0.16, 880],
  ]))
    sound(audio, audio.currentTime + start, pitch)
}

/**
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch
 */
function sound(context, at, pitch) {
  const gain = context.createGain()
  const tone = context.createOscillator()
  tone.type = 'triangle'
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(0.2, at + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.7)
  tone.connect(gain).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.8)
}

for (const box of all('[data-remember]', HTMLInputElement)) {
  const key = box.dataset.remember ?? ''
  box.checked = Boolean(localStorage[key])
  box.addEventListener('change', async () => {
    if (key === 'sound' && box.checked) chime()
    if (key === 'notify' && box.checked)
      box.checked =
        'Notification' in window && (await Notification.requestPermission()) === 'granted'
    if (box.checked) localStorage[key] = '1'
    else localStorage.removeItem(key)
  })
}
for (const fieldset of all('.alerts', HTMLElement)) fieldset.hidden = false
