import { SCHEME_KEY, SECURE_PREFIX, STORAGE_KEYS } from './storage-keys.ts'
import type { GoogleProfile } from '#contract/account/google.ts'

/** The stored sign-in of spec §3. While the profile is still loading, only the token is known (spec §4). */
export type SessionRecord = { token: string; userId?: string }

/** The colour scheme: the system's, or the person's choice. */
export type SchemeChoice = 'light' | 'dark' | 'auto'

/**
 * What a person is in the middle of in this tab: they switch to their mail to read a code, and the page may have been
 * unloaded when they return. Only this tab can read it, and it ends with the tab (ADR 33).
 */
export type TabSteps = {
  /** The link of an invitation, and whether a code was mailed for its answer. */
  invitation: { clientId: string; token: string; codeSent: boolean }
  recovery: { token: string }
  /** The ticket of a new account from the provider. */
  google: { ticket: string; profile: GoogleProfile | null }
  /** The requested new address, its account, and when the mailed code expires. */
  emailChange: { userId: string; email: string; until: number }
  /** The video call this tab is in, and what it sends there: a page that is loaded again goes back in. */
  call: { sessionId: string; userId: string; audio: boolean; video: boolean }
}

/** The devices a person chose for calls, by the browser's ids, and whether their background is blurred. */
export type KeptDevices = {
  microphone?: KeptDevice
  camera?: KeptDevice
  speaker?: KeptDevice
  blur?: boolean
}
/** Browsers change the ids of devices now and then; the label finds it again. */
export type KeptDevice = { id: string; label: string }

/** The part of the browser's storage that this file needs; tests pass a map. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'key' | 'length'>

/** The entries of the secure store (spec §9), by their names without the prefix. */
export type SecureEntries = {
  read(name: string): string | null
  write(name: string, text: string): void
  remove(name: string): void
  keys(): string[]
}

/** The keys of the secure store, one for each account in this browser. They cannot be exported (product §1 D16). */
export type KeyVault = {
  get(userId: string): Promise<CryptoKey | undefined>
  /** Keeps a first key; another tab's that came before stays. Answers the one that is kept. */
  keep(userId: string, key: CryptoKey): Promise<CryptoKey>
  /** Deletes all keys except that of `except`. */
  clear(except?: string): Promise<void>
}

/** How long the stored state may take to be read (spec §4, §9). */
export const REHYDRATE_TIMEOUT_MS = 5_000

const ZONE_KEY = 'dismissedZone'
const CALENDAR_VIEW_KEY = 'calendarView'
const DEVICES_KEY = 'callDevices'
const RELOADED_PREFIX = 'reloadedForChunk.'
const STEP_PREFIX = 'step.'

// A browser may refuse storage (blocked cookies); the state then lives as long as the tab.
function browserStore(kind: 'localStorage' | 'sessionStorage'): Store {
  try {
    const store = globalThis[kind]
    if (store) return store
  } catch {
    // Falls through to the memory below.
  }
  return memoryStore()
}

/** A storage in memory. */
export function memoryStore(): Store {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
}

function read(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(store: Store, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value))
  } catch {
    // A full or refused storage loses only this tab's memory.
  }
}

/** The three keys of spec §9 and a few more, over any storage. */
export function createStorage(local: Store, tab: Store) {
  return {
    /** `session`: `{ token, userId }` (spec §3). Any other value counts as absent. */
    readSession(): SessionRecord | null {
      const value = read(local, STORAGE_KEYS.session)
      if (!isRecord(value) || typeof value.token !== 'string' || value.token === '') return null
      return typeof value.userId === 'string'
        ? { token: value.token, userId: value.userId }
        : { token: value.token }
    },
    writeSession(record: SessionRecord): void {
      write(local, STORAGE_KEYS.session, record)
    },
    removeSession(): void {
      local.removeItem(STORAGE_KEYS.session)
    },

    /** `root`: the four slices (spec §3). Gives up after 5000 ms and returns null (spec §4). */
    readRoot(): Promise<Record<string, unknown> | null> {
      return withinTime(async () => {
        const value = read(local, STORAGE_KEYS.root)
        return isRecord(value) ? value : null
      })
    },
    writeRoot(slices: Record<string, unknown>): void {
      write(local, STORAGE_KEYS.root, slices)
    },
    removeRoot(): void {
      local.removeItem(STORAGE_KEYS.root)
    },

    /** `collapsed`: the sidebar (spec §3). */
    readCollapsed(): boolean {
      return read(local, STORAGE_KEYS.collapsed) === true
    },
    writeCollapsed(collapsed: boolean): void {
      write(local, STORAGE_KEYS.collapsed, collapsed)
    },

    readScheme(): SchemeChoice {
      const value = read(local, SCHEME_KEY)
      return value === 'light' || value === 'dark' ? value : 'auto'
    },
    writeScheme(choice: SchemeChoice): void {
      write(local, SCHEME_KEY, choice)
    },

    /** The zone that a person was offered and declined (product §2). */
    readDismissedZone(): string | null {
      const value = read(local, ZONE_KEY)
      return typeof value === 'string' ? value : null
    },
    writeDismissedZone(zone: string): void {
      write(local, ZONE_KEY, zone)
    },

    /** The last view of the calendar: month, week, day or agenda. */
    readCalendarView(): string | null {
      const value = read(local, CALENDAR_VIEW_KEY)
      return typeof value === 'string' ? value : null
    },
    writeCalendarView(view: string): void {
      write(local, CALENDAR_VIEW_KEY, view)
    },

    readDevices(): KeptDevices {
      const value = read(local, DEVICES_KEY)
      if (!isRecord(value)) return {}
      const { microphone, camera, speaker, blur } = value
      return {
        ...(isDevice(microphone) && { microphone }),
        ...(isDevice(camera) && { camera }),
        ...(isDevice(speaker) && { speaker }),
        ...(typeof blur === 'boolean' && { blur }),
      }
    },
    writeDevices(devices: KeptDevices): void {
      write(local, DEVICES_KEY, devices)
    },

    /** `@secure.…`: texts that are already encrypted (spec §9). */
    secure: secureEntries(local),

    /** Whether this tab has already reloaded because this screen's file was missing. */
    hasReloadedForChunk(name: string): boolean {
      return read(tab, RELOADED_PREFIX + name) === true
    },
    markReloadedForChunk(name: string, reloaded: boolean): void {
      if (reloaded) write(tab, RELOADED_PREFIX + name, true)
      else tab.removeItem(RELOADED_PREFIX + name)
    },

    /** A step of this tab, or null; `isStep` validates the stored value. */
    readStep<K extends keyof TabSteps>(name: K): TabSteps[K] | null {
      const value = read(tab, STEP_PREFIX + name)
      return isRecord(value) && isStep[name](value) ? (value as TabSteps[K]) : null
    },
    writeStep<K extends keyof TabSteps>(name: K, step: TabSteps[K]): void {
      write(tab, STEP_PREFIX + name, step)
    },
    removeStep(name: keyof TabSteps): void {
      tab.removeItem(STEP_PREFIX + name)
    },

    /**
     * Logout clears all local storage (spec §4), and this tab's steps. An invitation stays: it is for the next person,
     * who had to sign another account out first.
     */
    clear(): void {
      local.clear()
      tab.removeItem(STEP_PREFIX + 'emailChange')
      tab.removeItem(STEP_PREFIX + 'call')
    },
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

const isStep: Record<keyof TabSteps, (value: Record<string, unknown>) => boolean> = {
  invitation: ({ clientId, token, codeSent }) =>
    isText(clientId) && isText(token) && typeof codeSent === 'boolean',
  recovery: ({ token }) => isText(token),
  google: ({ ticket, profile }) => isText(ticket) && (profile === null || isRecord(profile)),
  emailChange: ({ userId, email, until }) => isText(userId) && isText(email) && typeof until === 'number',
  call: ({ sessionId, userId, audio, video }) =>
    isText(sessionId) && isText(userId) && typeof audio === 'boolean' && typeof video === 'boolean',
}

function secureEntries(local: Store): SecureEntries {
  return {
    read: (name) => local.getItem(SECURE_PREFIX + name),
    write: (name, text) => local.setItem(SECURE_PREFIX + name, text),
    remove: (name) => local.removeItem(SECURE_PREFIX + name),
    keys: () =>
      Array.from({ length: local.length }, (_, index) => local.key(index) ?? '')
        .filter((key) => key.startsWith(SECURE_PREFIX))
        .map((key) => key.slice(SECURE_PREFIX.length)),
  }
}

/** The result of `work`, or null if it fails or takes longer than REHYDRATE_TIMEOUT_MS. */
export async function withinTime<T>(work: () => Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), REHYDRATE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work(), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Reports what another tab of this browser did to the stored sign-in. Returns an unsubscribe function. */
export function onSessionChangedElsewhere(listener: (record: SessionRecord | null) => void): () => void {
  const heard = (event: StorageEvent) => {
    // `clear()` in the other tab has no key.
    if (event.key === null || event.key === STORAGE_KEYS.session) listener(storage.readSession())
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

const isDevice = (value: unknown): value is KeptDevice =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['label'] === 'string'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const storage = createStorage(browserStore('localStorage'), browserStore('sessionStorage'))

const VAULT = { database: 'norte', store: 'keys' }

/** A browser that refuses its database rejects; the callers work without it. */
export const keyVault: KeyVault = {
  get: (userId) => inVault('readonly', (keys) => keys.get(userId) as IDBRequest<CryptoKey | undefined>),
  keep: (userId, key) =>
    inVault('readwrite', (keys) => {
      // Refused if there is one; without this the refusal would end the transaction.
      keys.add(key, userId).onerror = (event) => {
        event.preventDefault()
      }
      return keys.get(userId) as IDBRequest<CryptoKey>
    }),
  async clear(except) {
    const known = await inVault('readonly', (keys) => keys.getAllKeys())
    for (const userId of known.filter((each) => each !== except)) {
      await inVault('readwrite', (keys) => keys.delete(userId))
    }
  },
}

async function inVault<T>(
  mode: IDBTransactionMode,
  work: (keys: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(VAULT.database)
  opening.onupgradeneeded = () => opening.result.createObjectStore(VAULT.store)
  const database = await answered(opening)
  try {
    return await answered(work(database.transaction(VAULT.store, mode).objectStore(VAULT.store)))
  } finally {
    database.close()
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('refused'))
  })
}
