import { globSync, readFileSync } from 'node:fs'
import { act } from '@testing-library/react'
import { useMutation } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { useStore } from '#web/store/store.ts'
import { call } from '#web/api/call.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { showHook } from '#test/support/web/show.tsx'
import { useSend } from './use-send.ts'

const ROUTE = 'POST /v1/group/:groupId/leave'
const answered = { onSuccess: vi.fn(), onSuccessHere: vi.fn(), onErrorHere: vi.fn() }

/** Sends once, and answers after `meanwhile`; returns which of the callbacks ran. */
async function sendThen(meanwhile: (unmount: () => void) => void, answer: ReturnType<typeof refusal>) {
  vi.clearAllMocks()
  const held = Promise.withResolvers<typeof answer>()
  answerCalls({ [ROUTE]: held.promise })
  const { result, unmount } = showHook(
    () => useSend(useMutation({ mutationFn: (groupId: string) => call(ROUTE, { params: { groupId } }) })),
    undefined,
  )
  act(() => result.current('group-1', answered))
  meanwhile(unmount)
  await act(async () => held.resolve(answer))
  await vi.waitFor(() => expect(ran().length + Number(useStore.getState().alert.status)).toBeGreaterThan(0))
  return ran()
}
const ran = () => Object.entries(answered).flatMap(([name, { mock }]) => mock.calls.map(() => name))
const stay = () => {}
const done = { body: {} }

test('a form on screen is told of success and failure', async () => {
  expect(await sendThen(stay, done)).toEqual(['onSuccess', 'onSuccessHere'])
  expect(await sendThen(stay, refusal('group.not_found', 404))).toEqual(['onErrorHere'])
  expect(useStore.getState().alert.status).toBe(false)
})

test('a success after the form was left is announced, and nothing else is done', async () => {
  expect(await sendThen((unmount) => unmount(), done)).toEqual(['onSuccess'])
})

test('a failure after the form was left is shown in the toast', async () => {
  expect(await sendThen((unmount) => unmount(), refusal('group.not_found', 404))).toEqual([])
  expect(useStore.getState().alert).toMatchObject({ msg: 'Refused: group.not_found', type: 'error' })
})

test('nothing gives callbacks to `mutate`, which drops those of an earlier call and of a component that is gone', () => {
  const sources = globSync('src/web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((path) => givesCallbacks(readFileSync(path, 'utf8')))).toEqual([])
  expect(givesCallbacks('save.mutate({ id: idOf(it) }, { onError: showFailure })')).toBe(true)
  expect(givesCallbacks('save.mutate(idOf(it))\nuseMutation({ onError: showFailure })')).toBe(false)
})

function givesCallbacks(source: string): boolean {
  return source
    .split(/\bmutate\(/)
    .slice(1)
    .some((rest) => /\bon(Success|Error|Settled)\b/.test(argumentsOf(rest)))
}

/** The text up to the parenthesis that closes a call. */
function argumentsOf(rest: string): string {
  let open = 1
  const end = [...rest].findIndex((sign) => {
    open += Number(sign === '(') - Number(sign === ')')
    return open === 0
  })
  return rest.slice(0, end)
}
