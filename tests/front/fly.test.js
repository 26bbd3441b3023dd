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
let way

before(async () => {
  // of the page, what the module wants when it is read
  const deaf = { addEventListener() {} }
  globalThis.document = deaf
  globalThis.matchMedia = () => ({ matches: false, ...deaf })
  way = (await import('../../src/dalang/server/rendering/static/fly.js')).way
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
