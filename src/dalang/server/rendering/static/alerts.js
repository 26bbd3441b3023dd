// @ts-check
// Whose turn it is, in the tab, for the ear and on the desk.  Sound and notifications only if asked for.
import { all, byId } from './dom.js'
import { sound } from './sounds.js'

const icon = byId('favicon', HTMLLinkElement)
const title = byId('game', HTMLElement).dataset.title ?? ''
/** @type {boolean | null} */
let mine = null
let lines = 0

/** @param {boolean} now */
export function notice(now) {
  icon.href = (now ? icon.dataset.now : icon.dataset.idle) ?? ''
  const called = now && mine === false
  mine = now
  entitle()
  if (!called) return
  sound(['turn'])
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

for (const box of all('[data-remember]', HTMLInputElement)) {
  const key = box.dataset.remember ?? ''
  box.checked = Boolean(localStorage[key])
  box.addEventListener('change', async () => {
    if (key === 'notify' && box.checked)
      box.checked =
        'Notification' in window && (await Notification.requestPermission()) === 'granted'
    if (box.checked) localStorage[key] = '1'
    else localStorage.removeItem(key)
    if (key === 'sound') sound(['turn'])
  })
}
for (const fieldset of all('.alerts', HTMLElement)) fieldset.hidden = false
