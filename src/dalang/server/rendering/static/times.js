// @ts-check
// Moments come in UTC; this writes them as the reader's own clock shows them.
import { all } from './dom.js'

const form = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' })

export function localise() {
  for (const time of all('time[data-local]', HTMLTimeElement)) {
    const then = new Date(time.dateTime)
    const today = then.toDateString() === new Date().toDateString()
    time.textContent = (today && time.dataset.local === 'clock' ? clock : form).format(then)
  }
}

localise()
