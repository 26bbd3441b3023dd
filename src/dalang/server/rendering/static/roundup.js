// @ts-check
// When a round or a scoring has just ended, what it brought is shown until somebody clicks or presses Escape.
import { all, byId } from './dom.js'
import { landed } from './fly.js'

const number = () => Number(byId('roundup', HTMLElement).dataset.number)
let known = number()

/**
 * To be called after every update; says it to those who listen.
 * @param {(sentence: string) => void} say
 */
export async function roundUp(say) {
  const now = number()
  if (now <= known) return
  known = now
  if (byId('game', HTMLElement).dataset.speed === 'at_once') return // who is in a hurry reads the log
  await landed()
  if (number() !== now) return
  const box = byId('roundup', HTMLElement)
  if (!box.matches(':popover-open')) box.showPopover()
  const gains = all('#roundup li', HTMLElement).map(line => line.innerText.replace(/\s+/g, ' '))
  say([byId('h-roundup', HTMLElement).innerText, ...gains].join('; '))
}
