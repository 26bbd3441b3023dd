// Where something large is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corner } from '../../src/dalang/server/rendering/static/corners.js'

const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height })
const room = box(0, 0, 1000, 800)

test('farthest from what is looked at', () => {
  const place = corner(room, 200, 300, box(100, 100, 50, 50), [])
  assert.deepEqual(place, box(792, 492, 200, 300))
})

test('never over what must be seen, if there is another corner', () => {
  const prompt = box(600, 0, 400, 100)
  const hand = box(0, 600, 1000, 200)
  const place = corner(room, 200, 300, box(500, 700, 80, 100), [prompt, hand])
  assert.deepEqual(place, box(8, 8, 200, 300))
})

test('where it hides least, if every corner hides something', () => {
  const place = corner(box(0, 0, 400, 400), 300, 300, box(0, 0, 100, 100), [box(0, 350, 400, 50)])
  assert.deepEqual(place, box(92, 8, 300, 300))
})
