import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStorage, memoryStore, withinTime } from './storage.ts'

function make() {
  const local = memoryStore()
  const tab = memoryStore()
  return { local, tab, storage: createStorage(local, tab) }
}

// @spec 9.1
describe('the keys of spec §9', () => {
  // @spec 3.1
  test('session holds token and userId (spec §3), and only the token while the profile is fetched (spec §4)', () => {
    const { local, storage } = make()
    storage.writeSession({ token: 't' })
    expect(JSON.parse(local.getItem('session') ?? '')).toEqual({ token: 't' })
    expect(storage.readSession()).toEqual({ token: 't' })
    storage.writeSession({ token: 't', userId: 'u' })
    expect(JSON.parse(local.getItem('session') ?? '')).toEqual({ token: 't', userId: 'u' })
    expect(storage.readSession()).toEqual({ token: 't', userId: 'u' })
  })

  test('root holds the slices as they are (spec §3)', async () => {
    const { local, storage } = make()
    const slices = { alert: {}, session: {}, translate: { language: 'es-MX' }, socket: {} }
    storage.writeRoot(slices)
    expect(JSON.parse(local.getItem('root') ?? '')).toEqual(slices)
    await expect(storage.readRoot()).resolves.toEqual(slices)
  })

  // @spec 2.16, 3.5
  test('collapsed holds the sidebar flag (spec §3)', () => {
    const { local, storage } = make()
    expect(storage.readCollapsed()).toBe(false)
    storage.writeCollapsed(true)
    expect(local.getItem('collapsed')).toBe('true')
    expect(storage.readCollapsed()).toBe(true)
  })
})

describe('unknown values in the storage', () => {
  test.each(['', 'nonsense', '[]', '4', '"t"', '{}', '{"token":4}', '{"token":""}'])(
    'session %j counts as none',
    (text) => {
      const { local, storage } = make()
      local.setItem('session', text)
      expect(storage.readSession()).toBeNull()
    },
  )

  test.each(['nonsense', '[]', 'null', '7'])('root %j counts as absent', async (text) => {
    const { local, storage } = make()
    local.setItem('root', text)
    await expect(storage.readRoot()).resolves.toBeNull()
  })

  test('an unknown colour scheme follows the system', () => {
    const { storage, local } = make()
    local.setItem('colorScheme', '"neon"')
    expect(storage.readScheme()).toBe('auto')
    storage.writeScheme('dark')
    expect(storage.readScheme()).toBe('dark')
  })

  test('a storage that refuses falls back to memory', () => {
    const full = { ...memoryStore(), setItem: () => raiseQuota() }
    const storage = createStorage(full, full)
    expect(() => storage.writeCollapsed(true)).not.toThrow()
    expect(storage.readCollapsed()).toBe(false)
  })
})

// @spec 4.5
test('logout clears all local storage (spec §4), the tab keeps its steps', () => {
  const { local, storage } = make()
  storage.writeSession({ token: 't' })
  storage.writeCollapsed(true)
  local.setItem('anything', 'else')
  storage.markReloadedForChunk('a', true)
  storage.clear()
  for (const key of ['session', 'root', 'collapsed', 'anything']) expect(local.getItem(key)).toBeNull()
  expect(storage.hasReloadedForChunk('a')).toBe(true)
})

describe('a step of this tab', () => {
  test('is found again after a reload, by its name, and only in this tab', () => {
    const { local, tab, storage } = make()
    storage.writeStep('recovery', { token: 'once' })
    storage.writeStep('invitation', { clientId: 'c', token: 't', codeSent: true })
    expect(createStorage(local, tab).readStep('recovery')).toEqual({ token: 'once' })
    expect(storage.readStep('invitation')).toEqual({ clientId: 'c', token: 't', codeSent: true })
    expect(local.length).toBe(0)
    storage.removeStep('recovery')
    expect([storage.readStep('recovery'), storage.readStep('google')]).toEqual([null, null])
  })

  test.each([
    ['invitation', '{"clientId":"c","token":"t"}'],
    ['invitation', '[]'],
    ['recovery', '{"token":""}'],
    ['google', '{"ticket":"t"}'],
    ['emailChange', '{"userId":"u","email":"a@b.mx"}'],
  ] as const)('counts as absent when it has another shape: %s %s', (name, text) => {
    const { tab, storage } = make()
    tab.setItem(`step.${name}`, text)
    expect(storage.readStep(name)).toBeNull()
  })

  test('ends with the sign-in it belongs to; an invitation waits for the next person', () => {
    const { storage } = make()
    storage.writeStep('emailChange', { userId: 'u', email: 'a@b.mx', until: 1 })
    storage.writeStep('invitation', { clientId: 'c', token: 't', codeSent: false })
    storage.clear()
    expect(storage.readStep('emailChange')).toBeNull()
    expect(storage.readStep('invitation')).not.toBeNull()
  })
})

test('reloading for a missing file is remembered for each screen', () => {
  const { storage } = make()
  storage.markReloadedForChunk('a', true)
  expect([storage.hasReloadedForChunk('a'), storage.hasReloadedForChunk('b')]).toEqual([true, false])
  storage.markReloadedForChunk('a', false)
  expect(storage.hasReloadedForChunk('a')).toBe(false)
})

// @spec 4.20, 9.10
describe('restoring takes at most 5000 ms (spec §4 and §9)', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('an answer in time is used', async () => {
    await expect(withinTime(() => Promise.resolve('state'))).resolves.toBe('state')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a late answer is ignored', async () => {
    const outcome = vi.fn()
    void withinTime(() => new Promise(() => undefined)).then(outcome)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledWith(null)
  })

  test('a failure is ignored', async () => {
    await expect(withinTime(() => Promise.reject(new Error('blocked')))).resolves.toBeNull()
  })
})

function raiseQuota(): never {
  throw new DOMException('full', 'QuotaExceededError')
}
