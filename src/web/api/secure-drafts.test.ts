import { describe, expect, test } from 'vitest'
import { createStorage, memoryStore, type KeyVault } from '#web/storage.ts'
import { KEPT_ANSWERS, createDrafts } from './secure-drafts.ts'

function memoryVault(): KeyVault {
  const keys = new Map<string, CryptoKey>()
  return {
    get: async (userId) => keys.get(userId),
    keep: async (userId, key) => {
      if (!keys.has(userId)) keys.set(userId, key)
      return keys.get(userId)!
    },
    clear: async (except) => {
      for (const userId of keys.keys()) if (userId !== except) keys.delete(userId)
    },
  }
}

function make(vault: KeyVault = memoryVault()) {
  const local = memoryStore()
  const person = { id: 'ana' as string | undefined }
  const { secure } = createStorage(local, memoryStore())
  const drafts = createDrafts({ entries: secure, vault, currentUser: () => person.id })
  return { local, person, vault, drafts }
}

const written = { summary: 'Hablamos de su jefa 🎉', actions: [{ text: 'Escribir', dueOn: null }] }

describe('a draft (spec §9, product §1 D16)', () => {
  // @spec 9.2
  test('is stored under @secure. and never in plain text', async () => {
    const { local, drafts } = make()
    await drafts.save('closing.1', written)
    const text = local.getItem('@secure.ana.closing.1') ?? ''
    expect(text).not.toBe('')
    expect(atob(text)).not.toContain('jefa')
    expect(await drafts.read('closing.1')).toEqual(written)
  })

  test('of the same text is encrypted differently each time', async () => {
    const { local, drafts } = make()
    await drafts.save('a', written)
    const first = local.getItem('@secure.ana.a')
    await drafts.save('a', written)
    expect(local.getItem('@secure.ana.a')).not.toBe(first)
  })

  test('of the longest closing is kept whole', async () => {
    const { drafts } = make()
    const long = 'ñ🎉'.repeat(100_000)
    await drafts.save('a', long)
    expect(await drafts.read('a')).toBe(long)
  })

  test('is read with the key it was kept with, also when two are the first at once', async () => {
    const vault = memoryVault()
    const [one, other] = [make(vault).drafts, make(vault).drafts]
    await Promise.all([one.save('a', 1), one.save('b', 2), other.save('c', 3)])
    expect(await Promise.all([one.read('a'), one.read('b'), other.read('c')])).toEqual([1, 2, 3])
  })

  // @spec 9.4
  test('is kept with a key that cannot be exported', async () => {
    const { vault, drafts } = make()
    await drafts.save('a', written)
    const key = (await vault.get('ana'))!
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
  })

  test('that was damaged, moved or lost its key counts as absent, and is removed', async () => {
    const { local, vault, drafts } = make()
    await drafts.save('a', written)
    const text = local.getItem('@secure.ana.a')!
    local.setItem('@secure.ana.b', text)
    expect(await drafts.read('b')).toBeNull()
    local.setItem('@secure.ana.a', `${text.slice(0, -8)}AAAAAAA=`)
    expect(await drafts.read('a')).toBeNull()
    expect(local.getItem('@secure.ana.a')).toBeNull()
    await drafts.save('a', written)
    await vault.clear()
    expect(await drafts.read('a')).toBeNull()
    expect(drafts.names()).toEqual([])
  })
})

describe('whose it is', () => {
  test('an expired sign-in keeps it for the same person; another’s sign-in wipes it', async () => {
    const { local, person, vault, drafts } = make()
    await drafts.save('a', written)
    person.id = undefined
    expect([await drafts.read('a'), drafts.names()]).toEqual([null, []])
    person.id = 'ana'
    await drafts.keepOnly('ana')
    expect(await drafts.read('a')).toEqual(written)
    person.id = 'eva'
    await drafts.keepOnly('eva')
    expect(local.getItem('@secure.ana.a')).toBeNull()
    expect(await vault.get('ana')).toBeUndefined()
  })

  // @spec 9.2
  test('logout wipes drafts and keys, also one that is just being encrypted', async () => {
    const { local, person, vault, drafts } = make()
    await drafts.save('a', written)
    expect(drafts.names()).toEqual(['a'])
    const late = drafts.save('b', written)
    person.id = undefined
    await drafts.wipe()
    await late
    expect([local.getItem('@secure.ana.a'), local.getItem('@secure.ana.b')]).toEqual([null, null])
    expect(await vault.get('ana')).toBeUndefined()
  })

  test('what was removed does not come back from a save under way, and the last save wins', async () => {
    const { drafts } = make()
    const late = drafts.save('a', written)
    drafts.remove('a')
    await late
    expect(drafts.names()).toEqual([])
    await Promise.all([drafts.save('a', 1), drafts.save('a', 2), drafts.save('a', 3)])
    expect(await drafts.read('a')).toBe(3)
  })
})

// @spec 9.2
test('where the storage is full, answers kept for reading offline make room for what was written', async () => {
  const { local, drafts } = make()
  await drafts.save(KEPT_ANSWERS, written)
  const { setItem } = local
  local.setItem = (key, text) => {
    if (local.getItem('@secure.ana.answers') !== null) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(local, key, text)
  }
  // Answers do not make room for answers.
  expect(await drafts.save(KEPT_ANSWERS, 'more')).toBe(false)
  expect(await drafts.read(KEPT_ANSWERS)).toEqual(written)
  expect(await drafts.save('message.r.k', 'Hola')).toBe(true)
  expect(await drafts.read('message.r.k')).toBe('Hola')
  expect(await drafts.read(KEPT_ANSWERS)).toBeNull()
})

test('a browser that cannot keep keys, or has a full storage, keeps no draft and says so without an error', async () => {
  const refusing = () => Promise.reject(new Error('refused'))
  const { local, drafts } = make({ get: refusing, keep: refusing, clear: refusing })
  expect(await drafts.save('a', written)).toBe(false)
  expect([local.getItem('@secure.ana.a'), await drafts.read('a')]).toEqual([null, null])
  await drafts.wipe()
  expect(drafts.names()).toEqual([])
  const full = make()
  full.local.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(await full.drafts.save('a', written)).toBe(false)
  expect(await make().drafts.save('a', written)).toBe(true)
})
