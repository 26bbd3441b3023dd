// @ts-check
// Clocks at the seats: counted down by the server's time, of which every update says how late it is.
import { all, byId } from './dom.js'
import { sound } from './sounds.js'
import { shown } from './time_left.js'

const LOW = 15000
const low = byId('game', HTMLElement).dataset.low ?? ''
let ahead = 0 // milliseconds of this computer's clock before the server's
let mine = -1 // the decision for which the viewer's own clock runs
let warned = -1
/** @type {(sentence: string) => void} */
let say = () => {}

/**
 * @param {number} now the server's time
 * @param {number} own the decision that the viewer's clock runs for, or -1
 * @param {(sentence: string) => void} tell what is heard
 */
export function setClock(now, own, tell) {
  ahead = Date.now() - now
  mine = own
  say = tell
  tick()
}

function tick() {
  const now = Date.now() - ahead
  for (const clock of all('.clock[data-left]', HTMLElement)) {
    const { left, due } = clock.dataset
    const rest = due ? Math.min(Number(due) - now, Number(left)) : Number(left)
    const text = shown(rest)
    const face = clock.querySelector('b')
    if (face && face.textContent !== text) face.textContent = text
    clock.classList.toggle('low', Boolean(due) && rest <= LOW)
    if (due && rest <= LOW && rest > 0) warn()
  }
}

// Once for a decision, and only to whom it concerns.
function warn() {
  if (mine < 0 || warned === mine) return
  warned = mine
  say(low)
  if (!document.hidden) sound(['turn'])
}

setInterval(tick, 200)
