import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { showHook } from '#test/support/web/show.tsx'
import { useEntries } from './use-entries.ts'

beforeEach(signInClient)

/** What a client can begin from the palette, once the server has said what they may do. */
async function begun({ canBook, canAdd }: { canBook: boolean; canAdd: boolean }) {
  const sent = answerCalls({
    'GET /v1/coach/:coachId': { body: { canBook } },
    'GET /v1/action/Client/:clientId': { body: { data: [], total: 0, page: 1, items: 100, canAdd } },
  })
  const { result } = showHook(() => useEntries('client', ''), undefined)
  const texts = () => result.current.entries.flatMap(({ kind, text }) => (kind === 'create' ? [text] : []))
  await waitFor(() => expect(sent).toHaveLength(2))
  return texts
}

test('a client whose process is paused books nothing, and adds actions and goals', async () => {
  const texts = await begun({ canBook: false, canAdd: true })
  await waitFor(() => expect(texts()).toEqual(['Nueva acción', 'Nueva meta']))
})

test('a client who may book and add no action is not offered one', async () => {
  const texts = await begun({ canBook: true, canAdd: false })
  await waitFor(() => expect(texts()).toEqual(['Agendar sesión']))
})
