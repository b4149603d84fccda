import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { toWire } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { useStore } from '#web/store/store.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import { showHook } from '#test/support/web/show.tsx'
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
