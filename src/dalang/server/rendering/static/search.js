// @ts-check
// Searching the rules: paragraphs without the words are hidden, and chapters without such paragraphs.
import { all, byId, first } from './dom.js'

const field = byId('find', HTMLInputElement)
const told = first('output[for=find]', HTMLOutputElement)
const book = first('.rulebook', HTMLElement)
const blocks = book ? /** @type {HTMLElement[]} */ ([...book.children]) : []

for (const box of all('.find', HTMLElement)) box.hidden = false
field.addEventListener('input', search)
search()

function search() {
  const words = plain(field.value).split(' ').filter(Boolean)
  let found = 0
  /** @type {HTMLElement | null} */
  let chapter = null
  for (const block of blocks) {
    const heading = /^H[12]$/.test(block.tagName)
    const text = plain(block.textContent ?? '')
    const meant = words.length === 0 || (!heading && words.every(word => text.includes(word)))
    block.hidden = !meant
    if (heading) chapter = block
    else if (meant) {
      found += 1
      if (chapter) chapter.hidden = false
    }
  }
  if (!told) return
  const some = told.dataset.some?.replace('#', String(found))
  told.value = words.length === 0 ? '' : ((found ? some : told.dataset.none) ?? '')
}

/**
 * Without case and accents.
 * @param {string} text
 */
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
