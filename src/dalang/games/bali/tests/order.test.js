// Cards are laid down one by one, or all at once if they lie as the hand does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { step } from '../view/order.js'

const HAND = ['priest', 'warrior', 'artist']

test('what lies as the hand does goes down by itself', () => {
  assert.equal(step(['priest', 'warrior', 'artist'], HAND), 'as they are')
  assert.equal(step(['priest', 'priest', 'artist'], HAND), 'as they are')
  assert.equal(step(['artist'], HAND), 'as they are')
})

test('otherwise the first card is laid, until the rest is in order', () => {
  const wanted = ['artist', 'warrior', 'warrior', 'artist']
  const played = []
  while (wanted.length) {
    played.push(step(wanted, HAND))
    if (played.at(-1) === 'as they are') break
    wanted.shift()
  }
  assert.deepEqual(played, ['lay artist', 'as they are'])
})
