// @ts-check
// My page: this browser is told, or not any more.
import { byId, first } from './dom.js'

const on = byId('push-on', HTMLButtonElement)
const trouble = byId('push-trouble', HTMLElement)
const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration('/')
  return worker && (await worker.pushManager.getSubscription())
}

/**
 * As the server names it: by a part of the hash of its address.
 * @param {string} endpoint
 */
async function nameOf(endpoint) {
  const hash = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)),
  )
  return Array.from(hash.slice(0, 12), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied')
  const worker = await navigator.serviceWorker.register('/worker.js')
  await navigator.serviceWorker.ready
  const known = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: on.dataset.key ?? '',
  })
  const answer = await fetch('/me/push', { method: 'POST', body: JSON.stringify(known) })
  if (!answer.ok) {
    await known.unsubscribe()
    throw new Error('refused')
  }
  location.reload()
}

on.addEventListener('click', async () => {
  on.disabled = true
  try {
    await switchOn()
  } catch {
    trouble.hidden = false
    on.disabled = false
  }
})

async function start() {
  on.hidden = !able
  trouble.hidden = able
  const known = able ? await subscription() : null
  if (known && first(`[data-device="${await nameOf(known.endpoint)}"]`, Element)) on.hidden = true
}

// A browser that is switched off here also tells its push service.
document.addEventListener('submit', async event => {
  const form = event.target
  if (!able || !(form instanceof HTMLFormElement) || !form.dataset.device) return
  event.preventDefault()
  const own = await subscription()
  if (own && form.dataset.device === (await nameOf(own.endpoint))) await own.unsubscribe()
  form.submit()
})

start()
