// Puts Jinja templates into shape, or says with --check which ones are not.
// The formatter is markup_fmt, which goes by the suffix: ours are named .html, as what they make.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createFromBuffer } from '@dprint/formatter'

const PLUGIN = new URL('../node_modules/dprint-plugin-markup/plugin.wasm', import.meta.url)
const PLACES = ['src/dalang/server/rendering/templates/**/*.html', 'src/dalang/games/*/view/*.html']
const MADE = /^\{# Made by / // drawings by programs, which nobody reads
// A space that may become a line break, which Jinja drops after a statement; not inside a tag.
const LOST = /%\} +(?:<|\{\{)/

const formatter = createFromBuffer(readFileSync(PLUGIN))
formatter.setConfig({ indentWidth: 2, lineWidth: 100, newLineKind: 'lf' }, {})

/**
 * A template in its shape; null if it has none, as it is no proper template.
 * @param {string} path
 * @param {string} text
 */
function shaped(path, text) {
  const lost = text.search(LOST)
  if (lost >= 0) {
    const line = text.slice(0, lost).split('\n').length
    console.error(`${path}:${line}: a space right after a statement gets lost; put it before that`)
    return null
  }
  try {
    return formatter.formatText({ filePath: `${path}.jinja`, fileText: text })
  } catch (error) {
    console.error(`${path}: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

/**
 * Whether a template is in shape, perhaps only now.
 * @param {string} path
 * @param {boolean} checking
 */
function isInShape(path, checking) {
  const before = readFileSync(path, 'utf8')
  const after = MADE.test(before) ? before : shaped(path, before)
  if (after === before) return true
  if (after === null) return false
  if (!checking) writeFileSync(path, after)
  else console.error(`${path}: not in shape; make format mends it`)
  return !checking
}

const checking = process.argv.includes('--check')
const paths = PLACES.flatMap(place => globSync(place)).sort()
if (!paths.map(path => isInShape(path, checking)).every(Boolean)) process.exit(1)
