// The log stays where it is read.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'

let pushed

before(async () => {
  // of the page, what the module wants when it is read
  Object.assign(globalThis, { Element: class {}, HTMLElement: class {} })
  globalThis.document = { querySelectorAll: () => [] }
  globalThis.matchMedia = () => ({ matches: false })
  ;({ pushed } = await import('../../src/dalang/server/rendering/static/log.js'))
})

test('lines have moved as far as most of those that are told in the same words', () => {
  const was = [
    ['Ada plays', 10],
    ['Cas passes', 30],
    ['Bea plays', 50],
    ['Cas passes', 70],
  ]
  const grown = [
    ['Cas passes', 10],
    ['Ada plays; draws', 30],
    ['Bea plays', 95],
    ['Cas passes', 115],
  ]
  assert.equal(pushed(was, grown), 45)
  assert.equal(pushed(was, was), 0)
  assert.equal(pushed(was, [['another log', 0]]), 0)
  assert.equal(pushed([], was), 0)
})

test('a line that says what another one said has not moved', () => {
  const was = [
    ['3 cards laid out', 10],
    ['Bea plays', 30],
    ['Cas passes', 50],
    ['Ada plays', 70],
  ]
  const now = [
    ['Ada draws', 10],
    ['Bea plays', 30],
    ['Cas passes', 50],
    ['Ada plays', 70],
    ['3 cards laid out', 90],
  ]
  assert.equal(pushed(was, now), 0)
})
