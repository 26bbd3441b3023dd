// @ts-check
// The box: whatever is touched is shown large, with what it does; arrows and swipes go to the next.
import { all, byId, first, hit } from './dom.js'

const light = byId('light', HTMLDialogElement)
const things = all('.thing', HTMLButtonElement)
const FAR = 40 // pixels a finger moves before it is a swipe
let shown = 0
let touched = 0

document.addEventListener('click', event => {
  const thing = hit(event, '.thing', HTMLButtonElement)
  if (thing) show(things.indexOf(thing))
  const step = hit(event, '#light [data-step]', HTMLElement)
  if (step) show(shown + Number(step.dataset.step))
  if (event.target === light) light.close()
})

light.addEventListener('keydown', event => {
  const steps = { ArrowLeft: -1, ArrowRight: 1 }
  const step = steps[/** @type {keyof typeof steps} */ (event.key)]
  if (!step) return
  event.preventDefault()
  show(shown + step)
})

light.addEventListener('touchstart', event => {
  touched = event.changedTouches[0]?.clientX ?? 0
})
light.addEventListener('touchend', event => {
  const moved = (event.changedTouches[0]?.clientX ?? touched) - touched
  if (Math.abs(moved) > FAR) show(shown + (moved < 0 ? 1 : -1))
})

light.addEventListener('close', () => things[shown]?.focus())

/** @param {number} place */
function show(place) {
  shown = (place + things.length) % things.length
  const thing = things[shown]
  const item = thing?.closest('li')
  if (!thing || !item) return
  byId('light-name', HTMLElement).textContent = first('.name-of', Element, thing)?.textContent ?? ''
  fill('light-picture', all('.picture', Element, thing))
  fill('light-told', all('.told, .sr, .guess', Element, item))
  if (!light.open) light.showModal()
}

/**
 * @param {string} id
 * @param {Element[]} parts
 */
function fill(id, parts) {
  const copies = parts.map(part => /** @type {Element} */ (part.cloneNode(true)))
  for (const copy of copies) copy.classList.remove('sr')
  byId(id, HTMLElement).replaceChildren(...copies)
}

document.documentElement.classList.add('scripted')
