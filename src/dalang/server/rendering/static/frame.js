// @ts-check
// Every page: light or dark at once, menus that close, links that are copied, forms that follow their choice,
// tooltips of our own.
import { all, byId, first, hit } from './dom.js'
import './look.js'
import './times.js'

const HURRY = 5000 // milliseconds in which a second click sends nothing again
/** @type {WeakMap<HTMLFormElement, number>} */
const sent = new WeakMap()

document.addEventListener('submit', event => {
  const button = event.submitter
  if (!(button instanceof HTMLButtonElement) || button.name !== 'theme') return
  event.preventDefault()
  document.documentElement.dataset.theme = button.value
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `theme=${button.value};path=/;max-age=31536000;samesite=lax`
  for (const other of all('button[name=theme]', HTMLButtonElement))
    other.toggleAttribute('aria-current', other === button)
})

document.addEventListener('submit', event => {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  if (event.timeStamp - (sent.get(form) ?? -HURRY) < HURRY) event.preventDefault()
  else sent.set(form, event.timeStamp)
})

document.addEventListener('click', event => {
  for (const menu of openMenus())
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  const copy = hit(event, '[data-copy]', HTMLElement)
  if (copy) copyFrom(byId(copy.dataset.copy ?? '', HTMLInputElement), copy)
  const share = hit(event, '[data-share]', HTMLElement)
  if (share) shareFrom(share)
})

/** @param {HTMLElement} button */
async function shareFrom(button) {
  const { share: url, title } = button.dataset
  try {
    await navigator.share({ title, url })
  } catch {
    // closing the sheet means not to share
  }
}

document.documentElement.classList.toggle('can-share', 'share' in navigator)

const openMenus = () => all('details.menu[open]', HTMLDetailsElement)

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} button
 */
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
  for (const menu of openMenus()) {
    menu.open = false
    first('summary', HTMLElement, menu)?.focus()
  }
})

document.addEventListener('change', event => {
  const file = hit(event, '[data-drop] input', HTMLInputElement)
  const chosen = first('[data-chosen]', HTMLElement)
  if (file && chosen) chosen.textContent = file.files?.[0]?.name ?? ''
})

// a file input takes what is dropped on it by itself; this only shows where
for (const kind of ['dragenter', 'dragleave', 'drop'])
  document.addEventListener(kind, event => {
    const area = hit(event, '[data-drop]', HTMLElement)
    area?.classList.toggle('over', kind === 'dragenter')
  })

for (const button of all('[data-copy][hidden]', HTMLElement)) button.hidden = false
