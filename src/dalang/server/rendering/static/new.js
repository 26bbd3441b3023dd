// @ts-check
// The form for a new table: after every choice, the server draws it again as it is then.
import { byId, fieldsOf, hit } from './dom.js'
import { merge } from './merge.js'

let asking = new AbortController()

document.addEventListener('change', event => {
  const field = hit(event, '#setup input:not([name=name])', HTMLInputElement)
  if (field?.form) redraw(field.form)
})

// While a slider is moved, its number follows; the server draws the rest when it is let go.
document.addEventListener('input', event => {
  const slider = hit(event, '#setup [type=range]', HTMLInputElement)
  const number = slider?.parentElement?.querySelector('output')
  if (!slider || !number) return
  number.value = slider.value
  slider.ariaValueText = (slider.dataset.words ?? '#').replace('#', slider.value)
})

/** @param {HTMLFormElement} form */
async function redraw(form) {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  const address = `/new?${fieldsOf(form)}`
  try {
    const answer = await fetch(address, { signal })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = page.getElementById('setup')
    if (signal.aborted || !fresh) return
    merge(byId('setup', HTMLFormElement), fresh.outerHTML)
    history.replaceState(null, '', address)
  } catch {
    // the choice counts all the same: the form says what is chosen
  }
}
