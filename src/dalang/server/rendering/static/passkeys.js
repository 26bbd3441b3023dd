// @ts-check
// Passkeys: the server asks, the browser signs, the server answers where to go.
import { all, first } from './dom.js'

/** @param {string} text in base64url */
function bytes(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, character => character.charCodeAt(0))
}

/** @param {ArrayBuffer | null} buffer */
function written(buffer) {
  const characters = Array.from(new Uint8Array(buffer ?? new ArrayBuffer(0)), byte =>
    String.fromCharCode(byte),
  )
  return btoa(characters.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * @param {string} path
 * @param {object} [body]
 */
async function post(path, body) {
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body ?? {}) })
  if (!answer.ok) throw new Error('refused')
  return answer.json()
}

/** @param {any} options as the server wrote them */
async function make(options) {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((/** @type {any} */ one) => ({
      ...one,
      id: bytes(one.id),
    })),
  }
  const made = await navigator.credentials.create({ publicKey })
  if (!(made instanceof PublicKeyCredential)) throw new Error('none')
  const response = made.response
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('none')
  return {
    id: made.id,
    rawId: written(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: written(response.clientDataJSON),
      attestationObject: written(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

/** @param {any} options as the server wrote them */
async function sign(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] }
  const signed = await navigator.credentials.get({ publicKey })
  if (!(signed instanceof PublicKeyCredential)) throw new Error('none')
  const response = signed.response
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('none')
  return {
    id: signed.id,
    rawId: written(signed.rawId),
    type: signed.type,
    response: {
      clientDataJSON: written(response.clientDataJSON),
      authenticatorData: written(response.authenticatorData),
      signature: written(response.signature),
      userHandle: written(response.userHandle),
    },
  }
}

for (const button of all('[data-passkey]', HTMLButtonElement)) {
  const trouble = first('[data-passkey-trouble]', HTMLElement)
  button.hidden = !('PublicKeyCredential' in window)
  button.addEventListener('click', async () => {
    const { ask = '', answer = '', passkey } = button.dataset
    button.disabled = true
    if (trouble) trouble.hidden = true
    try {
      const options = await post(ask)
      const signed = await (passkey === 'new' ? make(options) : sign(options))
      const { next } = await post(answer, signed)
      if (location.pathname === next) location.reload()
      else location.assign(next)
    } catch {
      if (trouble) trouble.hidden = false
      button.disabled = false
    }
  })
}
