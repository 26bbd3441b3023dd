// Every page: light or dark at once, without a round trip.
document.addEventListener('submit', event => {
  const button = event.submitter
  if (button?.name !== 'theme') return
  event.preventDefault()
  document.documentElement.dataset.theme = button.value
  document.cookie = `theme=${button.value};path=/;max-age=31536000;samesite=lax`
  button.value = button.value === 'dark' ? 'light' : 'dark'
})
