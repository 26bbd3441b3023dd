// What the server sends of a region is put together again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patched } from '../../src/dalang/server/rendering/static/merge.js'

test('a text without changes stays as it is', () => {
  assert.equal(patched('<p>Ada</p>', []), '<p>Ada</p>')
})

test('changes are counted in the old text, in its order', () => {
  const old = '<ol><li>one</li><li>two</li></ol>'
  const now = patched(old, [
    [4, 4, '<li>zero</li>'],
    [8, 11, 'ONE'],
    [16, 28, ''],
  ])
  assert.equal(now, '<ol><li>zero</li><li>ONE</li></ol>')
})

test('something may come at the very end, and everything may go', () => {
  assert.equal(patched('abc', [[3, 3, 'd']]), 'abcd')
  assert.equal(patched('abc', [[0, 3, '']]), '')
})

test('letters beyond the alphabet count as the server counts them', () => {
  assert.equal(patched('“ä” ≥ 2', [[4, 5, '≤']]), '“ä” ≤ 2')
})
