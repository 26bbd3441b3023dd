// @ts-check
// Dragging cards.  Everything here ends in a click on one of the page's own buttons, one for each decision:
// a card dropped on a pile is the button of that card and island; an order is laid down card by card.
import { all, byId, first, hit } from '/static/dom.js'
import { step } from './order.js'

/** @typedef {{button: HTMLElement, pile: Element}} Target */
/** @typedef {{cards: string[], kinds: string[], number: string}} Order */

/**
 * @typedef {object} Drag
 * @property {HTMLElement} card
 * @property {HTMLElement | null} row where cards are put into an order, if they are
 * @property {Target[]} piles
 * @property {number} x
 * @property {number} y
 * @property {Copy | null} copy
 * @property {Target | null} over
 */

/** @typedef {{picture: HTMLElement, dx: number, dy: number}} Copy */

const FAR = 6 // pixels before a press becomes a drag
const TAP = 12 // pixels around a pile that still are the pile, for a finger
/** @type {Drag | null} */
let drag = null
/** @type {Order | null} */
let order = null

document.addEventListener('pointerdown', event => {
  const card = hit(event, '#hand .card', HTMLElement)
  if (!card || event.button || order) return
  const row = /** @type {HTMLElement | null} */ (card.closest('[data-arrange]'))
  const piles = row ? [] : targets(card)
  if (row || piles.length)
    drag = { card, row, piles, x: event.clientX, y: event.clientY, copy: null, over: null }
})

document.addEventListener('pointermove', event => {
  if (!drag) return
  if (!drag.copy && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return
  event.preventDefault()
  drag.copy ??= lift(drag)
  const { picture, dx, dy } = drag.copy
  picture.style.left = `${event.clientX - dx}px`
  picture.style.top = `${event.clientY - dy}px`
  if (drag.row) sort(drag.row, drag.card, event)
  else aim(drag, event)
})

for (const end of ['pointerup', 'pointercancel'])
  document.addEventListener(end, event => drop(event.type === 'pointerup'))
document.addEventListener('dragstart', event => {
  if (drag) event.preventDefault()
})
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') drop(false)
})

// A card that was dragged has not been clicked.
let quiet = false
document.addEventListener(
  'click',
  event => {
    if (quiet) {
      quiet = false
      event.preventDefault()
      event.stopPropagation()
    }
  },
  true,
)

/**
 * @param {Drag} drag
 * @returns {Copy}
 */
function lift({ card, piles, x, y }) {
  const box = card.getBoundingClientRect()
  const picture = /** @type {HTMLElement} */ (card.cloneNode(true))
  picture.removeAttribute('id')
  picture.removeAttribute('name')
  picture.inert = true
  picture.classList.add('lifted', 'ghost')
  picture.style.width = `${box.width}px`
  picture.style.height = `${box.height}px`
  card.classList.add('held-up')
  for (const { pile } of piles) pile.classList.add('aim')
  document.body.append(picture)
  return { picture, dx: x - box.left, dy: y - box.top }
}

/** @param {boolean} done */
function drop(done) {
  if (!drag) return
  const { card, copy, row, piles, over } = drag
  drag = null
  if (!copy) return
  copy.picture.remove()
  card.classList.remove('held-up')
  for (const { pile } of piles) pile.classList.remove('aim', 'drop')
  quiet = true
  setTimeout(() => {
    quiet = false
  })
  if (row) offer(row)
  else if (done && over) setTimeout(() => over.button.click())
}

// --- onto a pile ----------------------------------------------------------------------------------------

/**
 * @param {Element} card
 * @returns {Target[]}
 */
function targets(card) {
  const kind = card.closest('.kind')
  const buttons = kind ? all('.put[data-onto]', HTMLElement, kind) : []
  return buttons.flatMap(button => {
    const pile = document.getElementById(button.dataset.onto ?? '')
    return pile ? [{ button, pile }] : []
  })
}

/**
 * @param {Drag} drag
 * @param {PointerEvent} event
 */
function aim(drag, event) {
  /** @param {Target} target */
  const near = ({ pile }) => {
    const box = pile.getBoundingClientRect()
    return Math.max(
      Math.abs(event.clientX - box.x - box.width / 2) - box.width / 2,
      Math.abs(event.clientY - box.y - box.height / 2) - box.height / 2,
    )
  }
  drag.over = drag.piles.find(target => near(target) < 24) ?? null
  for (const target of drag.piles) target.pile.classList.toggle('drop', target === drag.over)
}

// --- or by two taps: the card, then its lit pile -------------------------------------------------------

/** @type {Target[]} */
let lit = []

/** @param {HTMLElement | null} card */
function pick(card) {
  const isNew = Boolean(card && !card.classList.contains('picked'))
  for (const old of all('#hand .picked', HTMLElement)) old.classList.remove('picked')
  for (const { pile } of lit) pile.classList.remove('aim')
  lit = card && isNew ? targets(card) : []
  for (const { pile } of lit) pile.classList.add('aim')
  if (isNew) card?.classList.add('picked')
}

/**
 * @param {MouseEvent} event
 * @param {number} slack
 */
const under = (event, slack) =>
  lit.find(({ pile }) => {
    const box = pile.getBoundingClientRect()
    const aside = Math.abs(event.clientX - box.x - box.width / 2) - box.width / 2
    const away = Math.abs(event.clientY - box.y - box.height / 2) - box.height / 2
    return Math.max(aside, away) < slack
  })

document.addEventListener('click', event => {
  const card = hit(event, '#hand [data-picks]', HTMLElement)
  if (card) {
    pick(card)
    // by the keyboard the islands of the card come next
    if (!event.detail && lit[0]) lit[0].button.focus()
    return
  }
  const target = lit.length ? under(event, TAP) : undefined
  if (hit(event, '.put', Element)) return
  pick(null)
  if (target) target.button.click()
})

// --- into an order: left is the bottom ---------------------------------------------------------------

/** @param {Element} row */
const cards = row => all('.card', HTMLElement, row).map(card => card.dataset.card ?? '')

/**
 * @param {Element} row
 * @param {Element} card
 * @param {PointerEvent} event
 */
function sort(row, card, event) {
  const own = card.closest('li')
  const item = [...row.children].find(other => other !== own && isOver(other, event))
  if (!own || !item) return
  const after = item.compareDocumentPosition(own) & Node.DOCUMENT_POSITION_PRECEDING
  if (after) item.after(own)
  else item.before(own)
}

/**
 * @param {Element} item
 * @param {PointerEvent} event
 */
function isOver(item, { clientX, clientY }) {
  const box = item.getBoundingClientRect()
  const across = clientX >= box.left && clientX <= box.right
  return across && clientY >= box.top && clientY <= box.bottom
}

/** @param {Element} row */
function offer(row) {
  const button = document.getElementById('lay-order')
  if (button) button.hidden = !cards(row).length
}

document.addEventListener('click', event => {
  const row = first('[data-arrange]', HTMLElement)
  if (!row || !hit(event, '#lay-order', Element)) return
  order = { cards: cards(row), kinds: row.dataset.arrange?.split('|') ?? [], number: '' }
  next()
})

// The next card of the order, once the server has answered for the one before.
function next() {
  const number = byId('number', HTMLInputElement).value
  if (!order || order.number === number) return
  if (!first('#hand [data-arrange]', Element) || !order.cards.length) {
    order = null
    return
  }
  const button = choice(step(order.cards, order.kinds))
  order.cards.shift()
  order.number = number
  if (button) button.click()
  else order = null
}

/** @param {string} action */
const choice = action =>
  first(`:is(#hand, #prompt) button[name=move][value="${CSS.escape(action)}"]`, HTMLButtonElement)

new MutationObserver(() => {
  if (order) setTimeout(next)
}).observe(byId('game', HTMLElement), { childList: true, subtree: true })
