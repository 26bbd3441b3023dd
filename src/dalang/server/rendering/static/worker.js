// The service worker: shows what the server tells while no page is open, and leads to the table.
self.addEventListener('push', event => {
  const { title, body, path } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag: path,
      data: path,
      icon: '/static/icon.svg',
    }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

async function show(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(page => new URL(page.url).pathname === path)
  return open ? open.focus() : self.clients.openWindow(path)
}

// The browser has changed its address: the server is told the new one.
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  const now =
    newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options))
  await fetch('/me/push', { method: 'POST', body: JSON.stringify(now) })
}
