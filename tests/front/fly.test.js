// The way of a piece over the table.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'

const box = (left, top, width, height) => ({
  left,
  top,
  width,
  height,
  right: left + width,
  bottom: top + height,
})
let delays
let pushed
let way

before(async () => {
  // of the page, what the module wants when it is read
  const deaf = { addEventListener() {} }
  globalThis.document = deaf
  globalThis.matchMedia = () => ({ matches: false, ...deaf })
  const fly = await import('../../src/dalang/server/rendering/static/fly.js')
  ;({ delays, pushed, way } = fly)
})

const scales = frames => frames.map(frame => /scale\(([\d.]+),/.exec(frame.transform)[1])

test('from its place to the other, larger in the middle', () => {
  const frames = way(box(0, 100, 20, 30), box(200, 300, 40, 60), false)
  assert.equal(frames.length, 3)
  assert.equal(frames[0].transform, 'translate(0px,100px) scale(0.5,0.5)')
  assert.equal(frames[2].transform, 'translate(200px,300px) scale(1,1)')
  assert.deepEqual(scales(frames), ['0.5', '1.35', '1'])
  assert.equal(frames[1].offset, 0.55)
})

test('what was secret turns over on the way', () => {
  const frames = way(box(0, 0, 40, 60), box(100, 0, 40, 60), true)
  assert.deepEqual(scales(frames), ['1', '1.35', '0.02', '1.35', '1'])
  assert.deepEqual(
    frames.map(frame => frame.offset),
    [undefined, 0.3, 0.45, 0.6, undefined],
  )
})

test('a piece without a width has a size all the same', () => {
  assert.equal(way(box(0, 0, 8, 8), box(5, 5, 0, 0), false)[0].transform.includes('NaN'), false)
})

test('what is moved as a whole is not pushed aside', () => {
  const was = { box: box(30, 40, 10, 10), around: box(0, 0, 100, 100) }
  assert.deepEqual(pushed(was, { box: box(30, 90, 10, 10), around: box(0, 50, 100, 100) }), {
    x: 0,
    y: 0,
  })
  assert.deepEqual(pushed(was, { box: box(50, 90, 10, 10), around: box(0, 50, 100, 100) }), {
    x: -20,
    y: 0,
  })
})

test('one step flies after the other, those of a step close together', () => {
  assert.deepEqual(delays([]), [])
  assert.deepEqual(delays([0, 0, 3, 1]), [0, 140, 1200, 600])
  const many = delays([...Array(20).keys()])
  assert.ok(Math.max(...many) < 4200)
})
