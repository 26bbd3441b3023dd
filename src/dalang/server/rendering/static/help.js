// Why not?  The rules beside the table.  Arrows between the choices.  Words that light up what they are about.
const $ = id => document.getElementById(id)
const asks = $('game').dataset.why

document.addEventListener('click', async event => {
  const asked = event.target.closest('[data-why]:not(main)')
  if (!asked) return
  const answer = await fetch(`${asks}?action=${encodeURIComponent(asked.dataset.why)}`)
  if (!answer.ok) return
  const { sentence, paragraph, see } = await answer.json()
  $('why-text').textContent = sentence
  const rule = $('why-rule')
  const anchor = paragraph.replace(' ', '-')
  rule.hidden = !paragraph
  rule.textContent = see
  rule.href = `${rule.href.split('#')[0]}#${anchor}`
  rule.dataset.rules = anchor
  $('why').showModal()
})

// --- the rules: a link that works by itself, shown beside the table if there is JavaScript --------------

const aside = $('rules')
const text = $('rules-text')
let before = null

document.addEventListener('click', async event => {
  const link = event.target.closest('a[data-rules]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if ($('why').open) $('why').close()
  if (!text.firstChild && !(await load())) {
    window.open(link.href)
    return
  }
  before ??= document.activeElement
  aside.hidden = false
  document.body.classList.add('reading')
  for (const old of text.querySelectorAll('.here')) old.classList.remove('here')
  const paragraph = link.dataset.rules && $(link.dataset.rules)
  paragraph?.classList.add('here')
  paragraph?.scrollIntoView({ block: 'center' })
  aside.focus({ preventScroll: true })
})

async function load() {
  try {
    const answer = await fetch(text.dataset.from)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    text.append(...page.querySelector('.rulebook').childNodes)
    return true
  } catch {
    return false
  }
}

function close() {
  if (aside.hidden) return
  aside.hidden = true
  document.body.classList.remove('reading')
  before?.focus({ preventScroll: true })
  before = null
}

$('rules-close').addEventListener('click', close)
aside.addEventListener('keydown', event => {
  if (event.key === 'Escape') close()
})

// --- keys: arrows walk to the nearest button of the same group ------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
document.addEventListener('keydown', event => {
  const way = ARROWS[event.key]
  const group = event.target.closest?.('[data-roam]')
  if (!way || !group) return
  const middle = element => {
    const r = element.getBoundingClientRect()
    return [r.x + r.width / 2, r.y + r.height / 2]
  }
  const [x, y] = middle(event.target)
  const far = button => {
    const [bx, by] = middle(button)
    const dx = bx - x
    const dy = by - y
    const along = dx * way[0] + dy * way[1]
    return along > 1 ? along + 2.5 * Math.abs(dx * way[1] + dy * way[0]) : Infinity
  }
  const next = [...group.querySelectorAll('button')]
    .filter(button => button !== event.target)
    .sort((a, b) => far(a) - far(b))[0]
  if (next && far(next) < Infinity) {
    event.preventDefault()
    next.focus()
  }
})

// A browser is content if part of what has the focus can be seen: in a row that scrolls, all of it should be.
document.addEventListener('focusin', event => {
  if (event.target.matches('#game button:focus-visible'))
    event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
})

// --- a choice in words lights up the thing it is about --------------------------------------------------

for (const [on, off] of [
  ['pointerover', 'pointerout'],
  ['focusin', 'focusout'],
]) {
  const mark = shown => event => {
    const words = event.target.dataset?.shows
    if (!words) return
    for (const twin of document.querySelectorAll(`button[value="${CSS.escape(words)}"]`))
      if (twin !== event.target) twin.classList.toggle('show', shown)
  }
  document.addEventListener(on, mark(true))
  document.addEventListener(off, mark(false))
}
