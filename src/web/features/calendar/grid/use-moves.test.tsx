import { act, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { toWire } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useStore } from '#web/store/store.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import { showHook, shown } from '#test/support/web/show.tsx'
import { NO_TIME, type Entry, entriesOf } from '../entries.ts'
import { useMoves } from './use-moves.ts'

const PUT_BLOCK = 'PUT /v1/coach/block/:coachId/:blockId'
const block = {
  id: 'block-1',
  title: 'Dentista',
  startsAt: '2027-02-05T20:00:00.000Z',
  endsAt: '2027-02-05T21:00:00.000Z',
} as BlockDto
const session = confirmedSession() as SessionListItem
const stored = entriesOf([session], { ...NO_TIME, blocks: [block] })
const later = { start: fromIso('2027-02-06T20:00:00.000Z'), end: fromIso('2027-02-06T21:00:00.000Z') }

const open = (entries: readonly Entry[] = stored) =>
  showHook((now: readonly Entry[]) => useMoves(now, 'coach-1'), entries)
type Shown = ReturnType<typeof open>['result']

const drawn = ({ current }: Shown, id: string) => current.shown.find((entry) => entry.id === id)!
const startOf = (result: Shown, id: string): EpochMs => drawn(result, id).start
const storedStart = (id: string) => stored.find((entry) => entry.id === id)!.start

test('a dragged session is drawn at its new time and confirmed first; turned down, it goes back', () => {
  const sent = answerCalls({})
  const { result } = open()
  act(() => result.current.move(session.id, later))
  expect(drawn(result, session.id)).toMatchObject({ ...later, unsaved: true })
  expect(result.current.asking).toEqual({ session, to: later })
  act(() => result.current.answer(session.id, false))
  expect(startOf(result, session.id)).toBe(storedStart(session.id))
  expect([result.current.asking, sent]).toEqual([undefined, []])
})

test('a confirmed one stays at its new time until the stored one has arrived', async () => {
  const { result, rerender } = open()
  act(() => result.current.move(session.id, later))
  act(() => result.current.answer(session.id, true))
  expect(result.current.asking).toBeUndefined()
  expect(startOf(result, session.id)).toBe(later.start)
  rerender(entriesOf([{ ...session, startsAt: toWire(later.start) }], NO_TIME))
  await waitFor(() => expect(drawn(result, session.id).unsaved).toBeUndefined())
  expect(startOf(result, session.id)).toBe(later.start)
})

test('blocked time is stored at once, with its title', async () => {
  const sent = answerCalls({ [PUT_BLOCK]: { body: { data: [block] } } })
  const { result } = open()
  act(() => result.current.move(block.id, later))
  expect([startOf(result, block.id), result.current.asking]).toEqual([later.start, undefined])
  await waitFor(() => expect(drawn(result, block.id).unsaved).toBeUndefined())
  const times = { startsAt: '2027-02-06T20:00:00.000Z', endsAt: '2027-02-06T21:00:00.000Z' }
  expect(sent).toEqual([{ route: PUT_BLOCK, body: { ...times, title: 'Dentista' } }])
})

test('refused blocked time goes back to where it was, and the reason is shown', async () => {
  answerCalls({ [PUT_BLOCK]: refusal('block.not_found', 404) })
  const { result } = open()
  act(() => result.current.move(block.id, later))
  await waitFor(() => expect(startOf(result, block.id)).toBe(storedStart(block.id)))
  expect(useStore.getState().alert).toMatchObject({ msg: 'Refused: block.not_found', type: 'error' })
})

describe('two blocks that are dragged before the first is answered', () => {
  const second = { ...block, id: 'block-2', title: 'Gimnasio' } as BlockDto
  const both = entriesOf([], { ...NO_TIME, blocks: [block, second] })
  const areStored = ({ current }: Shown) => current.shown.every(({ unsaved }) => unsaved === undefined)

  test('are both drawn as stored once they are', async () => {
    const sent = answerCalls({ [PUT_BLOCK]: { body: { data: [block, second] } } })
    const { result } = open(both)
    act(() => result.current.move(block.id, later))
    act(() => result.current.move(second.id, later))
    await waitFor(() => expect(areStored(result)).toBe(true))
    expect(sent).toHaveLength(2)
  })

  test('both go back when both are refused', async () => {
    answerCalls({ [PUT_BLOCK]: refusal('block.not_found', 404) })
    const { result } = open(both)
    act(() => result.current.move(block.id, later))
    act(() => result.current.move(second.id, later))
    await waitFor(() => expect(result.current.shown).toEqual(both))
    expect(useStore.getState().alert.type).toBe('error')
  })
})

test('a block that is dragged on before the first move is answered stays where it was dragged to', async () => {
  const answered = { body: { data: [block] } }
  const [first, second] = [Promise.withResolvers<typeof answered>(), Promise.withResolvers<typeof answered>()]
  const sent = answerCalls({ [PUT_BLOCK]: first.promise })
  const { result } = open()
  act(() => result.current.move(block.id, later))
  await waitFor(() => expect(sent).toHaveLength(1))
  answerCalls({ [PUT_BLOCK]: second.promise })
  const evenLater = { start: fromIso('2027-02-07T20:00:00.000Z'), end: fromIso('2027-02-07T21:00:00.000Z') }
  act(() => result.current.move(block.id, evenLater))
  first.resolve(answered)
  await waitFor(() => expect(queryClient.isMutating()).toBe(1))
  await shown()
  expect(drawn(result, block.id)).toMatchObject({ ...evenLater, unsaved: true })
  second.resolve(answered)
  await waitFor(() => expect(drawn(result, block.id).unsaved).toBeUndefined())
})

test.each([
  ['is gone', []],
  ['may no longer be moved', entriesOf([{ ...session, allowedActions: [] }], NO_TIME)],
])('a session that %s since the grid was drawn stays, with a warning', (_, now) => {
  const { result, rerender } = open()
  // The grid keeps the handler of the render in which the drag began.
  const { move } = result.current
  rerender(now)
  act(() => move(session.id, later))
  expect([result.current.shown, result.current.asking]).toEqual([now, undefined])
  expect(useStore.getState().alert).toMatchObject({
    msg: 'Cambió mientras la movías.',
    type: 'warning',
  })
})
