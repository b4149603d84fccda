import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { beginAction } from '#web/store/new-action.ts'
import { useStore } from '#web/store/store.ts'
import NewActionDialog from './NewActionDialog.tsx'

const CLIENT = '01890000-0000-7000-8000-000000000002'
const ACTION = '01890000-0000-7000-8000-000000000004'
const ADD = 'POST /v1/action'
const GOALS = 'GET /v1/goal/Client/:clientId'
const GOAL = '01890000-0000-7000-8000-000000000005'
const mariana = {
  id: CLIENT,
  name: 'Mariana',
  lastName: 'Torres',
  fullName: 'Mariana Torres',
  status: 'active',
  photo: null,
  timezone: 'America/Mexico_City',
  ownAccount: true,
}
const added = { status: 201, body: { id: ACTION, clientId: CLIENT } }

/** The dialog, which the server answers like this; what was sent to add something. */
function open(
  clientId: string | null,
  answer: { status?: number; body: unknown },
  person = mariana,
  { goals = [], from = null }: { goals?: object[]; from?: string | null } = {},
) {
  beginAction(clientId, from)
  const sent = answerCalls({
    'GET /v1/client/:clientId': { body: person },
    'GET /v1/client/coach/:coachId': { body: { data: [person], total: 1, page: 1, items: 6 } },
    [GOALS]: { body: { data: goals, total: goals.length, page: 1, items: 50 } },
    [ADD]: answer,
  })
  const onClose = vi.fn()
  show(<NewActionDialog onClose={onClose} />)
  return { onClose, additions: () => sent.filter(({ route }) => route === ADD).map(({ body }) => body) }
}
const text = () => screen.getByLabelText<HTMLInputElement>(/^Acción/)
const type = (value: string) => fireEvent.change(text(), { target: { value } })
const submit = () => fireEvent.submit(text())

beforeEach(() => {
  setNow('2027-02-04T16:05:00.000Z')
  signInCoach()
})

// @spec P.82
test('for a client who is known it asks for the words alone, and says who is told', async () => {
  const { onClose, additions } = open(CLIENT, added)
  expect(await screen.findByRole('dialog', { name: 'Nueva acción para Mariana' })).toBeTruthy()
  expect(screen.getByText('Le avisamos a Mariana al agregarla.')).toBeTruthy()
  type('Practicar cada mañana')
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(additions()).toEqual([{ clientId: CLIENT, text: 'Practicar cada mañana' }])
  expect(useStore.getState().alert.msg).toBe('Acción agregada para Mariana.')
})

test('somebody who has not accepted is not told: they will see it then', async () => {
  open(CLIENT, added, { ...mariana, status: 'invited', ownAccount: false })
  expect(await screen.findByText('Mariana la verá cuando acepte tu invitación.')).toBeTruthy()
})

test('without a client a coach chooses one first', async () => {
  const { onClose, additions } = open(null, added)
  const person = await screen.findByRole('button', { name: /Mariana Torres/ })
  type('Practicar cada mañana')
  submit()
  expect(await screen.findByText('Campo requerido')).toBeTruthy()
  fireEvent.click(person)
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(additions()).toEqual([{ clientId: CLIENT, text: 'Practicar cada mañana' }])
})

test('what was typed is still there after the dialog of a client that was opened from it', async () => {
  beginAction()
  answerCalls({ 'GET /v1/client/coach/:coachId': { body: { data: [], total: 0, page: 1, items: 6 } } })
  const { rerender } = show(<NewActionDialog onClose={vi.fn()} />)
  const add = await screen.findByRole('button', { name: 'Agregar cliente' })
  type('Practicar cada mañana')
  submit()
  // That somebody is missing is said where they would be chosen.
  await waitFor(() =>
    expect(add.closest('.mantine-InputWrapper-root')?.textContent).toContain('Campo requerido'),
  )
  rerender(<NewActionDialog hidden onClose={vi.fn()} />)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  rerender(<NewActionDialog onClose={vi.fn()} />)
  await screen.findByRole('dialog')
  expect(text().value).toBe('Practicar cada mañana')
})

test('somebody with active goals may choose one, which is sent', async () => {
  const goals = [
    { id: GOAL, title: 'Dormir mejor', status: 'active' },
    { id: ACTION, title: 'Correr', status: 'paused' },
  ]
  const { onClose, additions } = open(CLIENT, added, mariana, { goals })
  const goal = await screen.findByLabelText<HTMLInputElement>('¿A qué meta lleva?', { selector: 'input' })
  expect(goal.value).toBe('')
  fireEvent.click(goal)
  expect(screen.queryByText('Correr')).toBeNull()
  fireEvent.click(await screen.findByText('Dormir mejor'))
  type('Apagar el teléfono')
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(additions()).toEqual([{ clientId: CLIENT, text: 'Apagar el teléfono', goalId: GOAL }])
})

test('begun from a goal it leads there', async () => {
  const goals = [{ id: GOAL, title: 'Dormir mejor', status: 'active' }]
  const { onClose, additions } = open(CLIENT, added, mariana, { goals, from: GOAL })
  expect(await screen.findByDisplayValue('Dormir mejor')).toBeTruthy()
  type('Apagar el teléfono')
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(additions()).toEqual([{ clientId: CLIENT, text: 'Apagar el teléfono', goalId: GOAL }])
})

test('too few words are named under the field, and nothing is sent', async () => {
  const { additions } = open(CLIENT, added)
  type('ab')
  submit()
  expect(await screen.findByText('Escribe al menos 3 caracteres.')).toBeTruthy()
  expect(additions()).toEqual([])
})

test('a client adds their own: nobody is chosen and nobody is told', async () => {
  const { user } = useStore.getState().session
  useStore.setState(({ session }) => ({
    session: { ...session, userType: 'client', user: { ...user!, clientId: CLIENT as never } },
  }))
  const { onClose, additions } = open(null, added)
  expect(await screen.findByRole('dialog', { name: 'Nueva acción' })).toBeTruthy()
  expect(screen.queryByText('¿Para quién?')).toBeNull()
  type('Dormir ocho horas')
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(additions()).toEqual([{ clientId: CLIENT, text: 'Dormir ocho horas' }])
})

test('a refusal stays in the dialog: under its date, or under the form', async () => {
  const { onClose } = open(
    CLIENT,
    refusal('request.invalid', 422, { dueOn: 'Elige hoy o un día que esté por venir.' }),
  )
  type('Practicar cada mañana')
  submit()
  expect(await screen.findByText('Elige hoy o un día que esté por venir.')).toBeTruthy()
  answerCalls({ [ADD]: refusal('action.process_ended') })
  submit()
  expect(await screen.findByText('Refused: action.process_ended')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
