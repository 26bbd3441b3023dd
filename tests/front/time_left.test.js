// What a clock shows: never less than there is, and nothing only when nothing is left.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shown } from '../../src/dalang/server/rendering/static/time_left.js'

test('whole seconds, rounded up', () => {
  assert.equal(shown(600000), '10:00')
  assert.equal(shown(599001), '10:00')
  assert.equal(shown(59000), '0:59')
  assert.equal(shown(1), '0:01')
})

test('nothing is left once it is over', () => {
  assert.equal(shown(0), '0:00')
  assert.equal(shown(-5000), '0:00')
})

test('hours only if there are some', () => {
  assert.equal(shown(3600000), '1:00:00')
  assert.equal(shown(3599000), '59:59')
})
