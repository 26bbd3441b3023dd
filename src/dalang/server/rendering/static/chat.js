// @ts-check
// What was said is noticed: a number at the chat and in the title, until it was in view.  It can be muted.
import { unread } from './alerts.js'
import { all, byId, first } from './dom.js'

const SEEN = `chat-seen ${location.pathname}`
const MUTED = `chat-muted ${location.pathname}`
const panel = first('.chat', HTMLElement)
const mute = byId('mute', HTMLButtonElement)

/** @returns {number} of the newest line, -1 if there is none */
const newest = () =>
  Math.max(
    -1,
    ...all('#chat li[data-number]', HTMLElement).map(line => Number(line.dataset.number)),
  )

const words = document.createElement('span')
words.className = 'sr'
words.textContent = ` ${byId('h-chat', HTMLElement).dataset.new}`

// At its heading, and at the tab or button that opens it.
const badges = all('#h-chat, #tab-chat, [data-sheet="chat"]', HTMLElement).map(place => {
  const badge = document.createElement('b')
  badge.className = 'unread'
  place.append(badge)
  return badge
})

// A first visit has missed nothing.
let seen = Number(localStorage[SEEN] ?? newest())
let inView = false

/** To be called when the chat may have changed, or whether it is in view. */
export function hearChat() {
  const muted = Boolean(localStorage[MUTED])
  if (muted || (inView && !document.hidden)) {
    seen = newest()
    localStorage[SEEN] = String(seen)
  }
  const lines = all('#chat li[data-number]', HTMLElement)
  const numbers = lines.map(line => Number(line.dataset.number))
  const count = numbers.filter(number => number > seen).length
  for (const badge of badges) {
    badge.replaceChildren(String(count), words.cloneNode(true))
    badge.hidden = !count
  }
  unread(count)
}

function showMuted() {
  const muted = Boolean(localStorage[MUTED])
  mute.setAttribute('aria-pressed', String(muted))
  panel?.classList.toggle('muted', muted)
}

mute.hidden = false
mute.addEventListener('click', () => {
  if (localStorage[MUTED]) localStorage.removeItem(MUTED)
  else localStorage[MUTED] = '1'
  showMuted()
  hearChat()
})

if (panel)
  new IntersectionObserver(
    entries => {
      inView = entries.some(entry => entry.isIntersecting)
      hearChat()
    },
    { threshold: 0.5 },
  ).observe(panel)
document.addEventListener('visibilitychange', hearChat)
showMuted()
hearChat()
