// @ts-check
// The end of a game: shown once over the table, and again when asked for.
import { all, byId, first, hit } from './dom.js'
import { landed } from './fly.js'

const seen = `ended ${location.pathname}`
let soon = false

const dialog = () => byId('ending', HTMLDialogElement)

function open() {
  const ending = dialog()
  if (ending.open || ending.classList.contains('none')) return
  ending.showModal()
  // the sentence that says who won comes first, not the first button
  first('h2', HTMLElement, ending)?.focus()
}

/** Once the last pieces have landed, unless it was seen before. */
export function finish() {
  for (const button of all('[data-ending]', HTMLElement)) button.hidden = false
  const ending = dialog()
  if (ending.classList.contains('none') || ending.open || soon || sessionStorage[seen]) return
  soon = true
  landed().then(open)
}

document.addEventListener('click', event => {
  if (hit(event, '[data-look]', HTMLElement)) dialog().close()
  else if (hit(event, '[data-ending]', HTMLElement)) open()
})

// "close" does not bubble
document.addEventListener(
  'close',
  event => {
    if (event.target === dialog()) sessionStorage[seen] = '1'
  },
  true,
)

finish()
