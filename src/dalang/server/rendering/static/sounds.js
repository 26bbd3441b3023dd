// @ts-check
// What the table sounds like: only if somebody wants it, and as loud as they like.
import { first } from './dom.js'

/** @typedef {'card' | 'stone' | 'coin' | 'score' | 'turn'} Sound */

const VOLUME = 0.5 // until somebody chooses another
const APART = 0.09 // seconds between two sounds of one moment
/** @type {AudioContext | undefined} */
let audio
/** @type {Map<Sound, Promise<AudioBuffer>>} */
const loaded = new Map()

/** @param {Sound} name */
async function load(name) {
  const answer = await fetch(new URL(`sounds/${name}.wav`, import.meta.url))
  audio ??= new AudioContext()
  return audio.decodeAudioData(await answer.arrayBuffer())
}

/** Between nothing and 1. */
const volume = () => Number(localStorage.volume ?? VOLUME)

/**
 * Plays sounds one after the other; none if nobody asked for any.
 * @param {Iterable<Sound>} names
 */
export async function sound(names) {
  if (!localStorage.sound || !volume()) return
  let wait = 0
  for (const name of new Set(names)) {
    const buffer = loaded.get(name) ?? load(name)
    loaded.set(name, buffer)
    try {
      ring(await buffer, APART * wait++)
    } catch {
      loaded.delete(name) // without its file there is silence; the next time may be better
    }
  }
}

/**
 * @param {AudioBuffer} buffer
 * @param {number} wait
 */
function ring(buffer, wait) {
  if (!audio) return
  audio.resume()
  const source = audio.createBufferSource()
  const gain = audio.createGain()
  source.buffer = buffer
  gain.gain.value = volume() ** 2 // as ears measure it
  source.connect(gain).connect(audio.destination)
  source.start(audio.currentTime + wait)
}

/**
 * What pieces sound like that have come to another place.
 * @param {Element[]} pieces
 * @returns {Sound[]}
 */
export function soundsOf(pieces) {
  return pieces.map(piece => {
    const own = piece.closest('[data-sound]')?.getAttribute('data-sound')
    if (own === 'coin') return own
    return piece.matches('.card') ? 'card' : 'stone'
  })
}

const control = first('[data-volume]', HTMLInputElement)
if (control) {
  control.value = String(Math.round(volume() * 100))
  control.addEventListener('change', () => {
    localStorage.volume = String(control.valueAsNumber / 100)
    sound(['turn'])
  })
}
