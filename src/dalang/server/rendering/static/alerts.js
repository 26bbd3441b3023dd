// @ts-check
// Whose turn it is, in the tab, for the ear and on the desk.  Sound and notifications only if asked for.
import { all, byId } from './dom.js'
import { sound } from './sounds.js'

const icon = byId('favicon', HTMLLinkElement)
const title = byId('game', HTMLElement).dataset.title ?? ''
/** @type {boolean | null} */
let mine = null

/** @param {boolean} now */
export function notice(now) {
  document.title = now ? `● ${title}` : title
  icon.href = (now ? icon.dataset.now : icon.dataset.idle) ?? ''
  if (now && mine === false) {
    sound(['turn'])
    if (localStorage.notify && document.hidden) notify()
  }
  mine = now
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
