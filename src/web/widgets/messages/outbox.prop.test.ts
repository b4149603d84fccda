import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageDto } from '#contract/thread.ts'
import type { RoomId } from '#contract/values.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { type Outbox, type Unsent, createOutbox } from './outbox.ts'

const room = (name: string) => name as RoomId
const lineIsDown = () => new ApiFailure('network', 0, 'Sin conexión')

/** A browser with one storage for all its tabs, a lock between them, and a server. */
function makeWorld() {
  const entries = new Map<string, string>()
  const reads: string[] = []
  const written: { room: string; text: string; key: string }[] = []
  const line = {
    isUp: true,
    answers: true,
    refused: new Set<string>(),
    /** What a person does while a message is on its way. */
    meanwhile: (): void => undefined,
    /** What is answered instead, by the server or by somebody between. */
    instead: undefined as ApiFailure | undefined,
  }
  const person = { space: 'ana ' as string | undefined }
  let time = 1_000
  let keys = 0
  let before: Promise<unknown> = Promise.resolve()
  const store = {
    save: async (name: string, value: unknown) => {
      entries.set(name, JSON.stringify(value))
      return true
    },
    read: async (name: string) => {
      reads.push(name)
      return JSON.parse(entries.get(name) ?? 'null') as unknown
    },
    remove: (name: string) => void entries.delete(name),
    names: () => [...entries.keys()],
  }
  const send = async ({ roomId, text, clientKey }: Unsent): Promise<MessageDto> => {
    await Promise.resolve()
    line.meanwhile()
    if (!line.isUp) throw lineIsDown()
    if (line.instead) throw line.instead
    if (line.refused.has(text)) throw new ApiFailure('message.closed', 409, 'Ya no se puede escribir aquí.')
    // As on the server: the same key is the same message.
    if (!written.some(({ key }) => key === clientKey)) written.push({ room: roomId, text, key: clientKey })
    if (!line.answers) throw lineIsDown()
    return { clientKey } as MessageDto
  }
  const alone = (work: () => Promise<boolean>) => {
    const next = before.then(work)
    before = next.catch(() => undefined)
    return next
  }
  const openTab = (): Outbox =>
    createOutbox({
      drafts: store,
      send,
      alone,
      currentSpace: () => person.space,
      clock: { now: () => time as never },
      newKey: () => `k${(keys += 1)}`,
    })
  return {
    entries,
    reads,
    written,
    line,
    person,
    openTab,
    tick: (ms: number) => void (time += ms),
    textsIn: (name: string) => written.filter((each) => each.room === name).map(({ text }) => text),
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), tab: fc.nat(2), n: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), tab: fc.nat(2), n: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('line' as const), tab: fc.nat(2), n: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const), tab: fc.nat(2), n: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clock' as const), tab: fc.nat(2), n: fc.nat(1) }) },
)

// @spec P.161
test('over a bad line, from several tabs, closed in between: each message once, in the order of writing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const world = makeWorld()
      const tabs = [world.openTab(), world.openTab(), world.openTab()]
      const expected: Record<string, string[]> = { r0: [], r1: [] }
      for (const [at, { kind, tab, n }] of steps.entries()) {
        if (kind === 'write') {
          world.tick(1)
          expected[`r${n}`]!.push(`texto ${at}`)
          await tabs[tab]!.add(room(`r${n}`), `texto ${at}`, null)
        }
        if (kind === 'send') await Promise.all([tabs[tab]!.send(), tabs[(tab + 1) % 3]!.send()])
        if (kind === 'line') Object.assign(world.line, { isUp: n !== 0, answers: n !== 1 })
        if (kind === 'reload') tabs[tab] = world.openTab()
        // Several in one millisecond: the order is then that of their tab.
        if (kind === 'clock') world.tick(n)
      }
      Object.assign(world.line, { isUp: true, answers: true })
      expect(await tabs[0]!.send()).toBe(true)
      for (const name of ['r0', 'r1']) expect(world.textsIn(name)).toEqual(expected[name])
      expect([...world.entries]).toEqual([])
      // The other tabs learn that nothing is left.
      await tabs[1]!.send()
      expect(tabs[1]!.of(room('r0'))).toEqual([])
    }),
  )
})

test('what is written is in the storage before it is sent, and survives a closed tab', async () => {
  const world = makeWorld()
  world.line.isUp = false
  const tab = world.openTab()
  expect(await tab.add(room('r'), 'Hola', null)).toBe(true)
  expect(world.entries.size).toBe(1)
  expect(await tab.send()).toBe(false)
  expect(tab.of(room('r'))).toMatchObject([{ text: 'Hola', failure: { kind: 'line' } }])
  world.line.isUp = true
  expect(await world.openTab().send()).toBe(true)
  expect(world.textsIn('r')).toEqual(['Hola'])
})

test('a refusal is shown in its words, is not sent again by itself, and does not hold up what comes after it', async () => {
  const world = makeWorld()
  world.line.refused.add('No')
  const tab = world.openTab()
  for (const text of ['Uno', 'No', 'Tres']) await tab.add(room('r'), text, null)
  expect(await tab.send()).toBe(false)
  expect(world.textsIn('r')).toEqual(['Uno', 'Tres'])
  // After a reload, too.
  const again = world.openTab()
  world.line.refused.clear()
  expect(await again.send()).toBe(false)
  const [refused] = again.of(room('r'))
  expect(refused).toMatchObject({
    text: 'No',
    failure: { kind: 'refused', text: 'Ya no se puede escribir aquí.' },
  })
  expect(await again.send(refused!.clientKey)).toBe(true)
  expect(world.textsIn('r')).toEqual(['Uno', 'Tres', 'No'])
})

test('what is stored in a shape of another release, or for another space, is read once and stays', async () => {
  const world = makeWorld()
  world.entries.set('message.r.k-new', JSON.stringify({ shape: 9 }))
  world.person.space = 'ana other'
  world.line.isUp = false
  await world.openTab().add(room('r'), 'Allá', null)
  world.person.space = 'ana '
  world.line.isUp = true
  const tab = world.openTab()
  for (let n = 0; n < 3; n += 1) expect(await tab.send()).toBe(true)
  expect(world.reads.toSorted()).toEqual(['message.r.k-new', 'message.r.k1'])
  expect(world.entries.size).toBe(2)
  world.person.space = 'ana other'
  expect(await tab.send()).toBe(true)
  expect(world.textsIn('r')).toEqual(['Allá'])
})

// @spec P.161
test.each([
  ['a sign-in that is over', new ApiFailure('auth.required', 401, 'Inicia sesión'), 'line'],
  ['too many messages', new ApiFailure('message.too_many', 429, 'Espera un minuto'), 'limit'],
  ['too many requests of one address', new ApiFailure('request.too_many', 429, 'Espera'), 'limit'],
  ['the page of a hotel’s network', new ApiFailure('server.unavailable', 403, 'Fuera de servicio'), 'line'],
  ['a server without its database', new ApiFailure('server.unavailable', 503, 'Fuera de servicio'), 'line'],
])('%s is no refusal: everything goes out by itself later, in order', async (_, instead, kind) => {
  const world = makeWorld()
  world.line.instead = instead
  const tab = world.openTab()
  for (const text of ['Uno', 'Dos']) await tab.add(room('r'), text, null)
  expect(await tab.send()).toBe(false)
  expect(tab.of(room('r'))).toMatchObject([{ text: 'Uno', failure: { kind } }, { text: 'Dos' }])
  world.line.instead = undefined
  expect(await tab.send()).toBe(true)
  expect(world.textsIn('r')).toEqual(['Uno', 'Dos'])
})

test('somebody may decide not to send it, and what arrived from another tab is not unsent any more', async () => {
  const world = makeWorld()
  world.line.isUp = false
  const tab = world.openTab()
  await tab.add(room('r'), 'Uno', null)
  await tab.add(room('r'), 'Dos', null)
  const [one, two] = tab.of(room('r'))
  tab.discard(one!)
  tab.arrived(two!.clientKey)
  expect(tab.of(room('r'))).toEqual([])
  expect(world.entries.size).toBe(0)
})

test('what was written in another space waits for it, and is never sent by somebody else', async () => {
  const world = makeWorld()
  world.line.isUp = false
  const tab = world.openTab()
  await tab.add(room('r'), 'De Ana', null)
  world.person.space = 'ana client-1'
  world.line.isUp = true
  expect(tab.of(room('r'))).toEqual([])
  await tab.send()
  expect(world.written).toEqual([])
  world.person.space = 'ana '
  expect(await tab.send()).toBe(true)
  expect(world.textsIn('r')).toEqual(['De Ana'])
})

test('what waits for its turn while the space changes is not sent there', async () => {
  const world = makeWorld()
  const before = world.openTab()
  world.line.isUp = false
  await before.add(room('r'), 'De Ana', null)
  world.line.isUp = true
  // Both tabs: one has it in memory, one finds it in the storage.
  const after = world.openTab()
  const sending = [before.send(), before.send(), after.send()]
  world.person.space = 'ana client-1'
  await Promise.all(sending)
  expect(world.written).toEqual([])
  expect([before.of(room('r')), after.of(room('r'))]).toEqual([[], []])
  world.person.space = 'ana '
  expect(await after.send()).toBe(true)
  expect(world.textsIn('r')).toEqual(['De Ana'])
})

test('an entry in an unknown shape is not sent', async () => {
  const world = makeWorld()
  world.entries.set('message.r.k', JSON.stringify({ version: 9 }))
  await world.openTab().send()
  expect(world.written).toEqual([])
})

test.each(['refused', 'line'])(
  'one that is discarded while it is being sent stays discarded (%s)',
  async (kind) => {
    const world = makeWorld()
    const tab = world.openTab()
    if (kind === 'line') world.line.isUp = false
    else world.line.refused.add('No')
    await tab.add(room('a'), 'No', null)
    world.line.meanwhile = () => tab.discard(tab.of(room('a'))[0]!)
    await tab.send()
    expect(tab.of(room('a'))).toEqual([])
    expect([...world.entries.keys()]).toEqual([])
  },
)
