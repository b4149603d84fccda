import { useStore } from '#web/store/store.ts'
import { type KeyVault, type SecureEntries, keyVault, storage } from '#web/storage.ts'

/**
 * Unsent drafts, encrypted in the browser's storage (product §1 D16). Each account has a separate key that cannot be
 * exported; a draft is bound to its account and name, so a copy under another name cannot be read.
 */
export type Drafts = {
  /** Browsers encrypt only on https and on local addresses. */
  available: boolean
  /**
   * Keeps a draft of the signed-in account. False if the browser refuses: it cannot encrypt, its storage is full, or it
   * gives none, as in some private windows. Nothing is kept then.
   */
  save(name: string, value: unknown): Promise<boolean>
  /** The draft of the signed-in account; null if there is no draft, or it cannot be read. */
  read(name: string): Promise<unknown>
  remove(name: string): void
  /** The names of the signed-in account's drafts. */
  names(): string[]
  /** Another account's sign-in deletes the drafts of the previous one. */
  keepOnly(userId: string): Promise<void>
  /** Deletes everything, keys included: at logout. */
  wipe(): Promise<void>
}

type Parts = { entries: SecureEntries; vault: KeyVault; currentUser: () => string | undefined }

const IV_BYTES = 12

/** What is kept of answers for times without a connection (device/kept-answers.ts). */
export const KEPT_ANSWERS = 'answers'

export function createDrafts({ entries, vault, currentUser }: Parts): Drafts {
  // A save that is still encrypting when a newer one starts, or when its draft is removed, is dropped.
  const latest = new Map<string, number>()
  const begin = (key: string) => {
    const turn = (latest.get(key) ?? 0) + 1
    latest.set(key, turn)
    return () => latest.get(key) === turn
  }
  /** Answers are fetched again some day: where the storage is full, they make room for what a person wrote. */
  const write = (userId: string, key: string, text: string) => {
    try {
      entries.write(key, text)
    } catch (full) {
      const answers = keyOf(userId, KEPT_ANSWERS)
      if (key === answers || !entries.read(answers)) throw full
      entries.remove(answers)
      entries.write(key, text)
    }
  }
  return {
    available: 'subtle' in crypto,
    async save(name, value) {
      const userId = currentUser()
      if (userId === undefined) return true
      const key = keyOf(userId, name)
      const isLatest = begin(key)
      try {
        const text = await seal(await keyFor(vault, userId), key, value)
        // Signed out meanwhile: the draft must not come back.
        if (isLatest() && currentUser() === userId) write(userId, key, text)
        return true
      } catch {
        // No draft is better than one in plain text.
        return false
      }
    },
    async read(name) {
      const userId = currentUser()
      const key = userId && keyOf(userId, name)
      const text = key && entries.read(key)
      if (!text) return null
      try {
        const secret = await vault.get(userId)
        if (secret) return await open(secret, key, text)
      } catch {
        // Damaged, or its key is gone.
      }
      entries.remove(key)
      return null
    },
    remove(name) {
      const userId = currentUser()
      if (userId === undefined) return
      const key = keyOf(userId, name)
      begin(key)
      entries.remove(key)
    },
    names() {
      const prefix = `${currentUser() ?? ''}.`
      return entries
        .keys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length))
    },
    async keepOnly(userId) {
      const others = entries.keys().filter((key) => !key.startsWith(`${userId}.`))
      if (others.length === 0) return
      others.forEach((key) => entries.remove(key))
      await vault.clear(userId).catch(() => undefined)
    },
    async wipe() {
      entries.keys().forEach((key) => entries.remove(key))
      await vault.clear().catch(() => undefined)
    },
  }
}

const keyOf = (userId: string, name: string) => `${userId}.${name}`

async function keyFor(vault: KeyVault, userId: string): Promise<CryptoKey> {
  const kept = await vault.get(userId)
  if (kept) return kept
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return vault.keep(userId, fresh)
}

async function seal(secret: CryptoKey, key: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const clear = new TextEncoder().encode(JSON.stringify(value))
  const sealed = await crypto.subtle.encrypt(parameters(iv, key), secret, clear)
  return btoa(String.fromCharCode(...iv) + binaryOf(new Uint8Array(sealed)))
}

async function open(secret: CryptoKey, key: string, text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const clear = await crypto.subtle.decrypt(
    parameters(bytes.slice(0, IV_BYTES), key),
    secret,
    bytes.slice(IV_BYTES),
  )
  return JSON.parse(new TextDecoder().decode(clear))
}

const parameters = (iv: Uint8Array<ArrayBuffer>, key: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(key),
})

// In pieces: all at once would exceed the limit of arguments.
function binaryOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return text
}

export const drafts = createDrafts({
  entries: storage.secure,
  vault: keyVault,
  currentUser: () => useStore.getState().session.user?.id,
})
