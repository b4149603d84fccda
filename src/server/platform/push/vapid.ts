import { createECDH, generateKeyPairSync } from 'node:crypto'

/** The key pair by which push services know this installation (RFC 8292): P-256, in base64url without padding. */
export type VapidKeys = { publicKey: string; privateKey: string }

const CURVE = 'prime256v1'

/** A new private key, 32 bytes. */
export function newVapidKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  return privateKey.export({ format: 'jwk' }).d!
}

/** The pair of a private key; undefined if it is not one. */
export function vapidKeysOf(privateKey: string): VapidKeys | undefined {
  const secret = Buffer.from(privateKey, 'base64url')
  if (secret.length !== 32 || secret.toString('base64url') !== privateKey) return undefined
  const pair = createECDH(CURVE)
  try {
    pair.setPrivateKey(secret)
  } catch {
    return undefined
  }
  return { privateKey, publicKey: pair.getPublicKey('base64url') }
}

/** Whether a browser's public key is a point of the curve: anything else cannot be encrypted for. */
export function isPointOfCurve(publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const ours = createECDH(CURVE)
  ours.generateKeys()
  try {
    ours.computeSecret(point)
    return true
  } catch {
    return false
  }
}
