// Moments come in UTC; this writes them as the clock of whoever reads shows them.
const form = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

export function localise() {
  for (const time of document.querySelectorAll('time[data-local]'))
    time.textContent = form.format(new Date(time.dateTime))
}

localise()
