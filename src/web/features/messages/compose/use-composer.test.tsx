import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { RoomId } from '#contract/values.ts'
import { signInClient } from '#test/support/web/people.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

/** The browser's storage, and an outbox that keeps what it is given when `keep` is called. */
const browser = vi.hoisted(() => ({
  drafts: new Map<string, unknown>(),
  given: [] as string[],
  keep: (): void => undefined,
}))
vi.mock('#web/api/secure-drafts.ts', () => ({
  drafts: {
    available: true,
    save: (name: string, value: unknown) => Promise.resolve(!!browser.drafts.set(name, value)),
    read: (name: string) => Promise.resolve(browser.drafts.get(name) ?? null),
    remove: (name: string) => void browser.drafts.delete(name),
    names: () => [...browser.drafts.keys()],
  },
}))
vi.mock('#web/widgets/messages/outbox.ts', () => ({
  outbox: {
    add: (_: RoomId, text: string) => {
      browser.given.push(text)
      return new Promise<boolean>((resolve) => {
        browser.keep = () => resolve(true)
      })
    },
    send: () => Promise.resolve(true),
  },
}))
resetModulesAfterwards()

vi.resetModules()
const { WithQueries } = await import('#web/app/WithQueries.tsx')
const { useComposer } = await import('./use-composer.ts')

const room = 'r1' as RoomId
const DRAFT = 'composing.r1'

function compose() {
  signInClient()
  browser.drafts.clear()
  browser.given = []
  return renderHook(() => useComposer(room, () => undefined), { wrapper: WithQueries })
}

test('a draft is in the storage until the message is: a tab that is closed in between loses neither', async () => {
  const { result } = compose()
  act(() => result.current.write('Hola'))
  await waitFor(() => expect(browser.drafts.has(DRAFT)).toBe(true))
  let sending = Promise.resolve()
  act(() => void (sending = result.current.send()))
  expect(result.current.text).toBe('')
  expect(browser.given).toEqual(['Hola'])
  expect(browser.drafts.has(DRAFT)).toBe(true)
  browser.keep()
  await act(() => sending)
  expect(browser.drafts.has(DRAFT)).toBe(false)
})

test('what is written meanwhile stays', async () => {
  const { result } = compose()
  act(() => result.current.write('Uno'))
  let sending = Promise.resolve()
  act(() => void (sending = result.current.send()))
  act(() => result.current.write('Dos'))
  browser.keep()
  await act(() => sending)
  await waitFor(() => expect(browser.drafts.get(DRAFT)).toMatchObject({ text: 'Dos' }))
})
