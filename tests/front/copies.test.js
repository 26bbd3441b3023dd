// Names of equal cards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyOf } from '../../src/dalang/server/rendering/static/copies.js'

test('the number of a copy is what follows its name', () => {
  assert.equal(copyOf('table-0-red-monk-2', 'table-0-red-monk-'), 2)
  assert.equal(copyOf('table-0-red-monk-10', 'table-0-red-monk-'), 10)
})

test('another card that begins alike is no copy', () => {
  assert.equal(copyOf('table-0-red-monk-general-1', 'table-0-red-monk-'), -1)
  assert.equal(copyOf('table-1-red-monk-1', 'table-0-red-monk-'), -1)
  assert.equal(copyOf('table-0-red-monk-', 'table-0-red-monk-'), -1)
})
