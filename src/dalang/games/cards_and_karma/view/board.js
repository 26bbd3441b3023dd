// The bazaar: a filter over the display, and cascades played out step by step.  The rest of the page needs no script.
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const $ = id => document.getElementById(id)

// --- the filter: what does not match fades; a second click shows everything again -------------------------

const filter = document.querySelector('.filter')
const wanted = { kind: '', colour: '' }
filter.hidden = false

filter.addEventListener('click', event => {
  const button = event.target.closest('button')
  if (!button) return
  const [group, value] =
    'kind' in button.dataset ? ['kind', button.dataset.kind] : ['colour', button.dataset.colour]
  wanted[group] = wanted[group] === value ? '' : value
  for (const other of filter.querySelectorAll(`[data-${group}]`))
    other.setAttribute('aria-pressed', other.dataset[group] === wanted[group])
  sieve()
})

const fits = card =>
  (!wanted.kind || card.matches(`.k-${wanted.kind}`)) &&
  (!wanted.colour || card.matches(`.d-${wanted.colour}, .p-${wanted.colour}`))

function sieve() {
  for (const card of document.querySelectorAll('.display > li:not(.gap)')) {
    card.classList.toggle('off', !fits(card))
    for (const button of card.querySelectorAll('button')) button.tabIndex = fits(card) ? 0 : -1
  }
}

// --- cascades: the new links of the chain, one after the other -------------------------------------------

const ribbon = $('ribbon')
const waiting = []
let seen = new Set(
  [...document.querySelectorAll('.link[data-step]')].map(link => link.dataset.step),
)
let playing = null
const STEP = 850
const QUICK = 420
const MANY = 6 // milliseconds for each; quicker if many wait
const TURNED = [
  { transform: 'rotateY(180deg)' },
  { transform: 'rotateY(60deg) scale(1.5)' },
  { transform: 'none' },
]
const SWELLS = [{ scale: 1 }, { scale: 1.12 }, { scale: 1 }]
// as wide as a phone: it must not swell
const GLOWS = [{ filter: 'none' }, { filter: 'brightness(1.3)' }, { filter: 'none' }]

function gather() {
  const links = [...document.querySelectorAll('.link[data-step]')]
  const fresh = links.filter(link => !seen.has(link.dataset.step))
  seen = new Set(links.map(link => link.dataset.step))
  if (calm.matches || document.hidden) return
  if (fresh.length > 1 || playing)
    waiting.push(
      ...fresh.map(link => ({
        picture: link.cloneNode(true),
        words: link.title,
        step: link.dataset.step,
        at: link.dataset.at,
      })),
    )
  if (!playing) next()
}

function next() {
  // the screen is being passed on
  if ($('pass').open) {
    playing = setTimeout(next, QUICK)
    return
  }
  const step = waiting.shift()
  for (const old of document.querySelectorAll('.link.now')) old.classList.remove('now')
  if (!step) {
    playing = null
    ribbon.hidden = true
    return
  }
  show(step)
  playing = setTimeout(next, waiting.length > MANY ? QUICK : STEP)
}

function show({ picture, words, step, at }) {
  const drawing = document.createElement('span')
  const text = document.createElement('span')
  drawing.className = 'picture'
  drawing.append(...[...picture.childNodes].filter(node => !node.classList?.contains('sr')))
  text.textContent = words
  ribbon.replaceChildren(drawing, text)
  ribbon.hidden = false
  ribbon.animate(
    [
      { opacity: 0, scale: 0.9 },
      { opacity: 1, scale: 1 },
    ],
    { duration: 160, easing: 'ease-out' },
  )
  document.querySelector(`.link[data-step="${step}"]`)?.classList.add('now')
  const place = $(at) // nothing, where three cards of a row count together
  place?.animate(place.matches('.sc') ? TURNED : place.matches('.seat') ? GLOWS : SWELLS, {
    duration: 600,
    easing: 'ease-in-out',
  })
}

/** Nothing more is shown: it stands in the chain and in the log. */
function skip() {
  waiting.length = 0
  clearTimeout(playing)
  next()
}

document.addEventListener(
  'pointerdown',
  () => {
    if (!ribbon.hidden) skip()
  },
  true,
)
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && !ribbon.hidden) skip()
})
calm.addEventListener('change', () => {
  if (playing) skip()
})

// Regions are merged by live.js; whatever it draws anew is looked at here.
new MutationObserver(sieve).observe($('pieces').parentNode, {
  childList: true,
  subtree: true,
  attributeFilter: ['class'],
})
new MutationObserver(gather).observe($('middle').parentNode, { childList: true, subtree: true })
