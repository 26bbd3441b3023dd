// @ts-check
// The service worker: shows what the server tells while no page is open, and leads to the table.
/** @import {Notice} from '../messages.js' */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

worker.addEventListener('push', event => {
  /** @type {Notice} */
  const { title, body, path } = event.data?.json() ?? {}
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag: path,
      data: path,
      icon: '/static/icon.svg',
    }),
  )
})

worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

/** @param {string} path */
async function show(path) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(page => new URL(page.url).pathname === path)
  return open ? open.focus() : worker.clients.openWindow(path)
}

// The browser has changed its address: the server is told the new one.
worker.addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event)))

/** @param {PushSubscriptionChangeEvent} event */
async function renew({ oldSubscription, newSubscription }) {
  const { pushManager } = worker.registration
  const now = newSubscription ?? (await pushManager.subscribe(oldSubscription?.options))
  await fetch('/me/push', { method: 'POST', body: JSON.stringify(now) })
}
