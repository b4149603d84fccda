import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { useStore } from '#web/store/store.ts'
import AssignDialog from './AssignDialog.tsx'

const ASSIGN = 'POST /v1/resource/:resourceId/assign'
const resource = { id: '01890000-0000-7000-8000-000000000009', title: 'Guía' } as ResourceDetail
const mariana = { id: '01890000-0000-7000-8000-000000000002', fullName: 'Mariana Torres' }
const group = (name: string, status: string) => ({ id: name, name, status })

function open(answer: { status?: number; body: unknown } = { body: resource }) {
  const page = (data: unknown[]) => ({ body: { data, total: data.length, page: 1, items: 50 } })
  const sent = answerCalls({
    'GET /v1/client/coach/:coachId': page([mariana]),
    'GET /v1/group/coach/:coachId': page([group('Líderes', 'running'), group('Anterior', 'finished')]),
    'GET /v1/session/coach/:coachId': page([confirmedSession()]),
    [ASSIGN]: answer,
  })
  const onClose = vi.fn()
  show(<AssignDialog resource={resource} onClose={onClose} />)
  return { onClose, given: () => sent.filter(({ route }) => route === ASSIGN).map(({ body }) => body) }
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Asignar' }))
async function choose(label: string, option: RegExp | string) {
  fireEvent.click(await screen.findByLabelText(label, { selector: 'input' }))
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }))
}

beforeEach(() => {
  setNow('2027-02-03T16:05:00.000Z')
  signInCoach()
})

// @spec P.109
test('it goes to people, groups that run and a coming session, with its message', async () => {
  const { onClose, given } = open()
  await choose('Personas', 'Mariana Torres')
  await choose('Grupos', 'Líderes')
  expect(screen.queryByRole('option', { name: 'Anterior', hidden: true })).toBeNull()
  await choose('Sesión', /^Mariana Torres · /)
  fireEvent.change(screen.getByLabelText('Mensaje'), { target: { value: 'Para ti' } })
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(given()).toEqual([
    { clientIds: [mariana.id], groupIds: ['Líderes'], sessionId: confirmedSession().id, message: 'Para ti' },
  ])
  expect(useStore.getState().alert.msg).toBe('Guía se asignó a 3.')
})

test('a session alone is enough', async () => {
  const { given } = open()
  await choose('Sesión', /^Mariana Torres · /)
  submit()
  await waitFor(() =>
    expect(given()).toEqual([{ clientIds: [], groupIds: [], sessionId: confirmedSession().id, message: '' }]),
  )
})

test('it says before what is needed, and can be left by its button', () => {
  const { onClose } = open()
  expect(screen.getByText('Elige al menos una persona, un grupo o una sesión.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('for nobody nothing is sent, and it says what is missing', async () => {
  const { onClose, given } = open()
  submit()
  expect(await screen.findByText('Elige a quién o en qué sesión.')).toBeTruthy()
  expect([given(), onClose.mock.calls]).toEqual([[], []])
})

test('a refusal is read in the dialog, which stays with what was chosen', async () => {
  const { onClose } = open(refusal('resource.process_ended'))
  await choose('Personas', 'Mariana Torres')
  submit()
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.getAllByText('Mariana Torres').length).toBeGreaterThan(0)
  expect(onClose).not.toHaveBeenCalled()
})
