// @ts-check
// Moments come in UTC; this writes them as the clock of whoever reads shows them.
import { all } from './dom.js'

const form = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

export function localise() {
  for (const time of all('time[data-local]', HTMLTimeElement))
    time.textContent = form.format(new Date(time.dateTime))
}

localise()
