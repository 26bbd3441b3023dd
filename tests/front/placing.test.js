// @ts-check
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  around,
  arrow,
  distance,
  place,
  shared,
} from '../../src/dalang/server/rendering/static/placing.js'

const view = { width: 1440, height: 900 }
const bubble = { width: 480, height: 180 }
const hand = { x: 100, y: 760, width: 560, height: 130 }
const prompt = { x: 720, y: 60, width: 620, height: 110 }

test('boxes share an area, lie around each other, and are some way apart', () => {
  const one = { x: 0, y: 0, width: 10, height: 10 }
  const other = { x: 5, y: 5, width: 10, height: 10 }
  assert.equal(shared(one, other), 25)
  assert.equal(shared(one, { ...other, x: 10 }), 0)
  assert.deepEqual(around([one, other]), { x: 0, y: 0, width: 15, height: 15 })
  assert.equal(distance(one, { ...other, x: 13, y: 14 }), 5)
  assert.equal(distance(one, other), 0)
})

test('a bubble covers neither what is lit nor the question, and is near', () => {
  for (const lit of [hand, prompt, { x: 500, y: 300, width: 40, height: 40 }]) {
    const there = place(bubble, view, [lit], [prompt])
    assert.equal(shared(there, lit), 0)
    assert.equal(shared(there, prompt), 0)
    assert.ok(distance(there, lit) > 20, 'there is room for an arrow')
    assert.ok(distance(there, lit) < 120, 'it is near')
    assert.ok(there.x >= 0 && there.x + there.width <= view.width)
    assert.ok(there.y >= 0 && there.y + there.height <= view.height)
  }
})

test('on a phone it lies where neither the hand nor the question is', () => {
  const phone = { width: 390, height: 844 }
  const small = { width: 366, height: 190 }
  const cards = { x: 0, y: 700, width: 390, height: 140 }
  const question = { x: 8, y: 600, width: 374, height: 90 }
  const there = place(small, phone, [cards], [question])
  assert.equal(shared(there, cards) + shared(there, question), 0)
})

test('where everything is lit, as little as possible is covered', () => {
  const everything = [0, 1, 2, 3].map(n => ({ x: 360 * n, y: 0, width: 350, height: 900 }))
  const there = place(bubble, view, [...everything.slice(1)], [])
  assert.equal(shared(there, everything[1]) + shared(there, everything[0]) > 0, true)
  assert.equal(there.x, 8)
})

test('without anything to point at it stays in the middle', () => {
  const there = place(bubble, view, [], [prompt])
  assert.ok(distance(there, { x: 720, y: 450, width: 0, height: 0 }) < 60)
})

test('an arrow points from the bubble to the nearest thing', () => {
  const there = { x: 700, y: 600, width: 480, height: 180 }
  const far = { x: 10, y: 10, width: 20, height: 20 }
  const { shaft, head } = arrow(there, [far, hand])
  assert.match(shaft, /^M700 \d+(\.\d)?Q.* 660 /)
  assert.match(head, /L660 /)
  assert.deepEqual(arrow(there, []), { shaft: '', head: '' })
  assert.deepEqual(arrow(there, [{ ...there, x: 690 }]), { shaft: '', head: '' })
})
