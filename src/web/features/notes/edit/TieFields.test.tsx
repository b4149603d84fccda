import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { TieFields, type Ties } from './TieFields.tsx'

const session = confirmedSession()
const cancelled = { ...session, id: 'off', status: 'cancelledByCoach', title: 'La que no fue' }
const about = { type: 'Client', itemId: '01890000-0000-7000-8000-000000000002' } as const
const nothing: Ties = { sessionId: null, goalId: null }

function open(value: Ties = nothing, named?: { sessionStartsAt: null; goalTitle: string }) {
  const page = (data: unknown[]) => ({ body: { data, total: data.length, page: 1, items: 100 } })
  const sent = answerCalls({
    'GET /v1/session/Client/:clientId': page([session, cancelled]),
    'GET /v1/session/:sessionId': { body: cancelled },
    'GET /v1/goal/Client/:clientId': page([
      { id: 'g1', title: 'Delegar' },
      { id: 'g2', title: 'Dormir' },
    ]),
  })
  const onChange = vi.fn()
  show(<TieFields about={about} value={value} named={named} onChange={onChange} />)
  return { onChange, sent }
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name })

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

// @spec P.151
test('a note is tied to one of the sessions of whom it is about, found by its name', async () => {
  const { onChange } = open()
  fireEvent.click(await field('Sesión'))
  const option = await screen.findByRole('option', { name: new RegExp(session.title), hidden: true })
  expect(screen.queryByRole('option', { name: /La que no fue/, hidden: true })).toBeNull()
  fireEvent.click(option)
  expect(onChange).toHaveBeenCalledWith({ sessionId: session.id })
})

test('and to one of their goals, which a search narrows', async () => {
  const { onChange } = open()
  const goals = await field('Meta')
  act(() => goals.focus())
  await screen.findByRole('option', { name: 'Dormir', hidden: true })
  fireEvent.change(goals, { target: { value: 'dele' } })
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Dormir', hidden: true })).toBeNull())
  fireEvent.click(screen.getByRole('option', { name: 'Delegar', hidden: true }))
  expect(onChange).toHaveBeenCalledWith({ goalId: 'g1' })
})

test('a session that no list has, as a cancelled one, is named as well', async () => {
  open({ sessionId: 'off', goalId: null })
  await waitFor(async () => expect((await field('Sesión')).value).toMatch(/2027/))
})

test('what is chosen is named, also if no list has it any more, and can be taken away', async () => {
  const { onChange } = open(
    { sessionId: null, goalId: 'old' },
    { sessionStartsAt: null, goalTitle: 'La de antes' },
  )
  expect((await field('Meta')).value).toBe('La de antes')
  fireEvent.click(screen.getByLabelText('Quitar la meta'))
  expect(onChange).toHaveBeenCalledWith({ goalId: null })
})
