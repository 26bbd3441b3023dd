// @ts-check
// How somebody wants to play: moves that are confirmed, decisions beforehand, time to take back, the pace.
import { all, byId, fieldsOf, first, hit } from './dom.js'

const table = byId('table', HTMLFormElement)
const main = byId('game', HTMLElement)
const lost = byId('lost', HTMLElement)
const calm = matchMedia('(prefers-reduced-motion: reduce)')

// --- a move is shown first, and played by the second click or the button --------------------------------

let chosen = ''
const confirms = () => 'confirms' in main.dataset

/** @param {string} value */
const twins = value => all(`button[name=move][value="${CSS.escape(value)}"]`, HTMLButtonElement)

// The script asks, so the server need not: it would show a page that does.
function askHere() {
  table.action = table.action.split('?')[0] + (confirms() ? '?sure=1' : '')
}

/** Shows what is chosen wherever it is drawn, and asks. */
function show() {
  const sure = document.getElementById('sure')
  if (!sure) return
  for (const twin of twins(chosen)) {
    twin.classList.add('chosen')
    twin.setAttribute('aria-pressed', 'true')
  }
  const words = first('#prompt .choices .chosen', HTMLElement)
  byId('sure-text', HTMLElement).textContent = words?.textContent.trim() ?? ''
  sure.hidden = false
  document.body.classList.add('asking')
}

function forget() {
  for (const twin of all('button.chosen', HTMLButtonElement)) {
    twin.classList.remove('chosen')
    twin.removeAttribute('aria-pressed')
  }
  const sure = document.getElementById('sure')
  if (sure) sure.hidden = true
  document.body.classList.remove('asking')
  chosen = ''
}

/** Back to what was chosen, for those who play by keys. */
function chooseAgain() {
  const [before] = twins(chosen)
  forget()
  before?.focus({ preventScroll: true })
}

document.addEventListener(
  'submit',
  event => {
    const button = event.submitter
    if (!(button instanceof HTMLButtonElement) || button.name !== 'move' || !confirms()) return
    if (button.value === chosen) {
      forget() // on it goes, as any other move
      return
    }
    event.preventDefault()
    event.stopPropagation()
    forget()
    chosen = button.value
    show()
    byId('sure-yes', HTMLElement).focus({ preventScroll: true })
  },
  true,
)

document.addEventListener('click', event => {
  const answer = chosen && hit(event, '#sure-yes, #sure-no', HTMLElement)
  if (!answer) return
  event.preventDefault()
  if (answer.id === 'sure-no') chooseAgain()
  else table.requestSubmit(twins(chosen)[0])
})
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && chosen) chooseAgain()
})

// --- small wishes, without leaving the page: what they change comes over the socket ---------------------

document.addEventListener(
  'submit',
  event => {
    const button = event.submitter
    if (!(button instanceof HTMLButtonElement) || !('quiet' in button.dataset)) return
    if (!('met' in main.dataset)) return // no socket: an ordinary form
    event.preventDefault()
    event.stopPropagation()
    const body = fieldsOf(table)
    body.set(button.name, button.value)
    wish(button.formAction, body)
  },
  true,
)

/**
 * @param {string} path
 * @param {URLSearchParams} body
 */
async function wish(path, body) {
  try {
    const answer = await fetch(path, { method: 'POST', body, redirect: 'manual' })
    return answer.type === 'opaqueredirect'
  } catch {
    lost.hidden = false
    return false
  }
}

const habits = byId('habits-form', HTMLFormElement)
habits.addEventListener('submit', async event => {
  const button = event.submitter
  if (!(button instanceof HTMLButtonElement)) return
  event.preventDefault()
  const { name, value } = button
  const body = fieldsOf(habits)
  body.set(name, value)
  if (!(await wish(habits.action, body))) return
  for (const other of all(`button[name=${name}][form=habits-form]`, HTMLButtonElement))
    other.toggleAttribute('aria-current', other === button)
  if (name === 'speed') main.dataset.speed = value
  if (name === 'confirm') {
    forget()
    main.toggleAttribute('data-confirms', value === 'on')
    askHere()
  }
})

// --- after every change of the table --------------------------------------------------------------------

let number = ''
/** @type {WeakSet<Element>} */
const running = new WeakSet()
let moved = Boolean(first('a[data-go]', HTMLAnchorElement))

/** What was chosen is shown again if it still can be played; a new table is gone to. */
export function follow() {
  const now = byId('number', HTMLInputElement).value
  if (chosen && number === now && twins(chosen).length) show()
  else forget()
  number = now
  for (const sand of all('.sand', HTMLElement)) if (!running.has(sand)) run(sand)
  const next = first('a[data-go]', HTMLAnchorElement)
  if (next && !moved) location.assign(next.href)
  moved = Boolean(next)
}

/**
 * How much time there is, as a bar that runs out.
 * @param {HTMLElement} sand
 */
function run(sand) {
  running.add(sand)
  if (calm.matches) return
  const duration = 1000 * Number(sand.dataset.seconds)
  sand.animate([{ transform: 'none' }, { transform: 'scaleX(0)' }], { duration, fill: 'forwards' })
}

askHere()
number = byId('number', HTMLInputElement).value
