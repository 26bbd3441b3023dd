// Dragging cards.  Everything here ends in a click on one of the page's own buttons, one for each decision:
// a card dropped on a pile is the button of that card and island; an order is laid down card by card.
const $ = id => document.getElementById(id)
const FAR = 6 // pixels before a press becomes a drag
let drag = null
let order = null

document.addEventListener('pointerdown', event => {
  const card = event.target.closest('#hand .card')
  if (!card || event.button || order) return
  const row = card.closest('[data-arrange]')
  const piles = row ? [] : targets(card)
  if (row || piles.length)
    drag = { card, row, piles, x: event.clientX, y: event.clientY, copy: null, over: null }
})

document.addEventListener('pointermove', event => {
  if (!drag) return
  if (!drag.copy && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return
  event.preventDefault()
  drag.copy ?? lift()
  Object.assign(drag.copy.style, {
    left: `${event.clientX - drag.dx}px`,
    top: `${event.clientY - drag.dy}px`,
  })
  drag.row ? sort(event) : aim(event)
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

function lift() {
  const box = drag.card.getBoundingClientRect()
  drag.copy = drag.card.cloneNode(true)
  drag.copy.removeAttribute('id')
  drag.copy.removeAttribute('name')
  drag.copy.inert = true
  drag.copy.classList.add('lifted', 'ghost')
  Object.assign(drag.copy.style, { width: `${box.width}px`, height: `${box.height}px` })
  drag.dx = drag.x - box.left
  drag.dy = drag.y - box.top
  drag.card.classList.add('held-up')
  for (const { pile } of drag.piles) pile.classList.add('aim')
  document.body.append(drag.copy)
}

function drop(done) {
  if (!drag) return
  const { card, copy, row, piles, over } = drag
  drag = null
  if (!copy) return
  copy.remove()
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

function targets(card) {
  const buttons = card.closest('.kind')?.querySelectorAll('.put[data-onto]') ?? []
  return [...buttons]
    .map(button => ({ button, pile: $(button.dataset.onto) }))
    .filter(({ pile }) => pile)
}

function aim(event) {
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

// --- into an order: left is the bottom ------------------------------------------------------------------

const cards = row => [...row.querySelectorAll('.card')].map(card => card.dataset.card)

function sort(event) {
  const own = drag.card.closest('li')
  for (const item of drag.row.children) {
    const box = item.getBoundingClientRect()
    if (
      item === own ||
      event.clientY < box.top ||
      event.clientY > box.bottom ||
      event.clientX < box.left ||
      event.clientX > box.right
    )
      continue
    const after = item.compareDocumentPosition(own) & Node.DOCUMENT_POSITION_PRECEDING
    after ? item.after(own) : item.before(own)
    break
  }
}

function offer(row) {
  const button = $('lay-order')
  if (button) button.hidden = !cards(row).length
}

document.addEventListener('click', event => {
  const row = document.querySelector('[data-arrange]')
  if (event.target.id !== 'lay-order' || !row) return
  order = { cards: cards(row), kinds: row.dataset.arrange.split('|'), number: null }
  next()
})

// The next card of the order, once the server has answered for the one before.
function next() {
  const number = $('number').value
  if (!order || order.number === number) return
  const row = document.querySelector('#hand [data-arrange]')
  if (!row || !order.cards.length) {
    order = null
    return
  }
  const ranks = order.cards.map(card => order.kinds.indexOf(card))
  const sorted = ranks.every((rank, n) => !n || ranks[n - 1] <= rank) // the order in which the rest goes down by itself
  const button = choice(sorted ? 'as they are' : `lay ${order.cards[0]}`)
  order.cards.shift()
  order.number = number
  if (button) button.click()
  else order = null
}

const choice = action =>
  document.querySelector(`#hand button[name=move][value="${CSS.escape(action)}"]`)

new MutationObserver(() => {
  if (order) setTimeout(next)
}).observe($('game'), { childList: true, subtree: true })
