import { describe, expect, test } from 'vitest'
import type { MessageDto, RoomPerson } from '#contract/thread.ts'
import { fromIso } from '#time/clock.ts'
import type { Unsent } from '#web/widgets/messages/outbox.ts'
import { readersOf, stateOf } from './message-state.ts'
import { rowsOf } from './thread-rows.ts'

const message = (seq: number, sender: string, createdAt: string) =>
  ({ seq, sender: { userId: sender }, clientKey: `k${seq}`, createdAt }) as unknown as MessageDto
const unsent = (clientKey: string, at: string) => ({ clientKey, at: fromIso(at) }) as unknown as Unsent
const shown = (given: Partial<Parameters<typeof rowsOf>[0]>) =>
  rowsOf({
    messages: [],
    unsent: [],
    unreadFrom: undefined,
    viewerId: 'ana',
    timezone: 'America/Mexico_City',
    ...given,
  }).map((row) => {
    if (row.kind === 'day') return row.date
    if (row.kind === 'new') return 'new'
    const name = row.kind === 'message' ? `${row.message.seq}` : row.message.clientKey
    return row.begins ? `${name} begins` : name
  })

describe('the rows of a thread', () => {
  test('have a day above its messages, in the zone of the reader', () => {
    // 5:30 UTC is still the day before in Mexico City.
    const messages = [
      message(1, 'eva', '2027-02-02T05:30:00.000Z'),
      message(2, 'eva', '2027-02-02T15:00:00.000Z'),
      message(3, 'eva', '2027-02-03T15:00:00.000Z'),
    ]
    const days = ['2027-02-01', '2027-02-02', '2027-02-03']
    expect(shown({ messages })).toEqual(days.flatMap((day, index) => [day, `${index + 1} begins`]))
  })

  test('group what one person wrote within five minutes', () => {
    const at = (minute: number) => `2027-02-02T15:${String(minute).padStart(2, '0')}:00.000Z`
    const messages = [
      message(1, 'eva', at(0)),
      message(2, 'eva', at(5)),
      message(3, 'ana', at(6)),
      message(4, 'ana', at(12)),
    ]
    expect(shown({ messages }).slice(1)).toEqual(['1 begins', '2', '3 begins', '4 begins'])
  })

  test('mark where what was not read began, also while newer ones come', () => {
    const messages = [1, 2, 3].map((seq) => message(seq, 'eva', '2027-02-02T15:00:00.000Z'))
    expect(shown({ messages, unreadFrom: 2 }).slice(1)).toEqual(['1 begins', 'new', '2 begins', '3'])
    // Its place is not in the window.
    expect(shown({ messages: messages.slice(2), unreadFrom: 2 })).not.toContain('new')
  })

  test('end with what is not sent yet, each message once', () => {
    const messages = [message(1, 'ana', '2027-02-02T15:00:00.000Z')]
    const waiting = [unsent('k1', '2027-02-02T15:00:00.000Z'), unsent('k2', '2027-02-02T15:01:00.000Z')]
    expect(shown({ messages, unsent: waiting }).slice(1)).toEqual(['1 begins', 'k2'])
  })

  test('have the same key before and after a message is sent, and no key twice', () => {
    const sent = message(7, 'ana', '2027-02-02T15:00:00.000Z')
    const given = { unreadFrom: undefined, viewerId: 'ana', timezone: 'UTC' }
    const before = rowsOf({ ...given, messages: [], unsent: [unsent('k7', '2027-02-02T15:00:00.000Z')] })
    const after = rowsOf({ ...given, messages: [sent], unsent: [] })
    expect(before.at(-1)?.key).toBe(after.at(-1)?.key)
    // A clock that was set back: the same day is shown twice.
    const odd = ['2027-02-02', '2027-02-01', '2027-02-02'].map((day, n) =>
      message(n + 1, 'eva', `${day}T15:00:00.000Z`),
    )
    const keys = rowsOf({ ...given, messages: odd, unsent: [] }).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

// @spec P.163
describe('the state of a message', () => {
  const people = ['ana', 'eva', 'sol'].map((userId) => ({ userId, name: userId })) as unknown as RoomPerson[]
  const reads = (...of: [string, number, number][]) =>
    of.map(([userId, deliveredSeq, readSeq]) => ({ userId: userId as never, deliveredSeq, readSeq }))
  const state = (...of: Parameters<typeof reads>) =>
    stateOf({ seq: 5 }, { people, reads: reads(...of) }, 'ana')

  test('is that of the person who is furthest behind, of those who are in the room', () => {
    expect(state()).toBe('sent')
    expect(state(['eva', 5, 0])).toBe('sent')
    expect(state(['eva', 5, 5], ['sol', 5, 4])).toBe('delivered')
    expect(state(['eva', 6, 5], ['sol', 9, 9])).toBe('read')
    // Somebody who has left does not count, nor does one's own.
    expect(state(['eva', 5, 5], ['sol', 5, 5], ['iván', 0, 0], ['ana', 0, 0])).toBe('read')
  })

  test('is only sent where nobody else is in the room', () => {
    expect(stateOf({ seq: 5 }, { people: people.slice(0, 1), reads: [] }, 'ana')).toBe('sent')
  })

  test('names who has read it, and who has not', () => {
    const sent = message(5, 'ana', '2027-02-02T15:00:00.000Z')
    const { read, unread } = readersOf(sent, { people, reads: reads(['eva', 5, 5], ['sol', 5, 4]) })
    expect(read.map(({ name }) => name)).toEqual(['eva'])
    expect(unread.map(({ name }) => name)).toEqual(['sol'])
  })
})
