// Every page: light or dark at once, menus that close, links that are copied, forms that follow their choice.
import './times.js'

const all = selector => document.querySelectorAll(selector)

document.addEventListener('submit', event => {
  const button = event.submitter
  if (button?.name !== 'theme') return
  event.preventDefault()
  document.documentElement.dataset.theme = button.value
  document.cookie = `theme=${button.value};path=/;max-age=31536000;samesite=lax`
  for (const other of all('button[name=theme]'))
    other.toggleAttribute('aria-current', other === button)
})

// A second click in a hurry sends nothing again.
const sent = new WeakMap()
const HURRY = 5000 // milliseconds
document.addEventListener('submit', event => {
  const form = event.target
  if (event.defaultPrevented || form.method !== 'post') return
  if (event.timeStamp - sent.get(form) < HURRY) event.preventDefault()
  else sent.set(form, event.timeStamp)
})

document.addEventListener('click', event => {
  for (const menu of all('details.menu[open]')) if (!menu.contains(event.target)) menu.open = false
  const copy = event.target.closest('[data-copy]')
  if (copy) copyFrom(document.getElementById(copy.dataset.copy), copy)
})

async function copyFrom(field, button) {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    document.execCommand('copy')
  }
  button.classList.add('done')
  setTimeout(() => button.classList.remove('done'), 1500)
}

document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return
  for (const menu of all('details.menu[open]')) {
    menu.open = false
    menu.querySelector('summary').focus()
  }
})

document.addEventListener('change', event => {
  if (event.target.matches('[data-submit]')) event.target.form.requestSubmit()
})

for (const button of all('[data-copy][hidden]')) button.hidden = false
