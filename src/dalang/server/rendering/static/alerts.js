// Whose turn it is, in the tab, for the ear and on the desk.  Sound and notifications only if asked for.
const icon = document.getElementById('favicon')
const title = document.getElementById('game').dataset.title
const boxes = document.querySelectorAll('[data-remember]')
let mine = null
let audio

export function notice(now) {
  document.title = now ? `● ${title}` : title
  icon.href = now ? icon.dataset.now : icon.dataset.idle
  if (now && mine === false) {
    if (localStorage.sound) chime()
    if (localStorage.notify && document.hidden) notify()
  }
  mine = now
}

function notify() {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const note = new Notification(document.title, {
    body: document.getElementById('h-now').textContent.trim(),
    tag: location.pathname,
  })
  note.onclick = () => {
    window.focus()
    note.close()
  }
}

function chime() {
  audio ??= new AudioContext()
  audio.resume()
  for (const [start, pitch] of [
    [0, 587.3],
    [0.16, 880],
  ]) {
    const gain = audio.createGain()
    const tone = audio.createOscillator()
    const at = audio.currentTime + start
    tone.type = 'triangle'
    tone.frequency.value = pitch
    gain.gain.setValueAtTime(0.0001, at)
    gain.gain.exponentialRampToValueAtTime(0.2, at + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.7)
    tone.connect(gain).connect(audio.destination)
    tone.start(at)
    tone.stop(at + 0.8)
  }
}

for (const box of boxes) {
  box.checked = Boolean(localStorage[box.dataset.remember])
  box.addEventListener('change', async () => {
    if (box.dataset.remember === 'sound' && box.checked) chime()
    if (box.dataset.remember === 'notify' && box.checked)
      box.checked =
        'Notification' in window && (await Notification.requestPermission()) === 'granted'
    if (box.checked) localStorage[box.dataset.remember] = '1'
    else localStorage.removeItem(box.dataset.remember)
  })
}
for (const fieldset of document.querySelectorAll('.alerts')) fieldset.hidden = false
