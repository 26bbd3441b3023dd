// Which button the arrow keys lead to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARROWS, distance, nearest } from '../../src/dalang/server/rendering/static/arrows.js'

const ROWS = {
  a: [0, 0],
  b: [10, 0],
  c: [20, 0],
  d: [1, 10],
  e: [11, 10],
}
const names = Object.keys(ROWS)
const walk = (from, key) =>
  nearest(
    ROWS[from],
    ARROWS[key],
    names.filter(name => name !== from),
    name => ROWS[name],
  )

test('along a row, one by one', () => {
  assert.equal(walk('a', 'ArrowRight'), 'b')
  assert.equal(walk('b', 'ArrowRight'), 'c')
  assert.equal(walk('c', 'ArrowLeft'), 'b')
})

test('to the row below and back, as straight as can be', () => {
  assert.equal(walk('b', 'ArrowDown'), 'e')
  assert.equal(walk('e', 'ArrowUp'), 'b')
})

test('nowhere if there is nothing that way', () => {
  assert.equal(walk('c', 'ArrowRight'), undefined)
  assert.equal(walk('a', 'ArrowUp'), undefined)
  assert.equal(
    nearest([0, 0], ARROWS.ArrowDown, [], name => name),
    undefined,
  )
})

test('what lies aside is farther than what lies ahead', () => {
  const right = ARROWS.ArrowRight
  assert.equal(distance([0, 0], [10, 0], right), 10)
  assert.equal(distance([0, 0], [10, 4], right), 20)
  assert.equal(distance([0, 0], [-10, 0], right), Infinity)
  assert.equal(distance([0, 0], [1, 0], right), Infinity) // the same column, not quite straight
})
