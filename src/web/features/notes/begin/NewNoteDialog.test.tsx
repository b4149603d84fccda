import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import NewNoteDialog from './NewNoteDialog.tsx'

const CLIENT = '01890000-0000-7000-8000-000000000002'
const GROUP = '01890000-0000-7000-8000-000000000005'
const mariana = {
  id: CLIENT,
  name: 'Mariana',
  lastName: 'Torres',
  fullName: 'Mariana Torres',
  status: 'active',
  photo: null,
}

/** Where the dialog leads. */
function Place() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}
const address = () => screen.getByLabelText('address').textContent

/** The dialog of a coach who has these groups. */
function open(groups: readonly { id: string; name: string; status: string }[]) {
  answerCalls({
    'GET /v1/client/:clientId': { body: mariana },
    'GET /v1/client/coach/:coachId': { body: { data: [mariana], total: 1, page: 1, items: 6 } },
    'GET /v1/group/coach/:coachId': { body: { data: groups, total: groups.length, page: 1, items: 100 } },
  })
  const onClose = vi.fn()
  show(
    <>
      <NewNoteDialog onClose={onClose} />
      <Place />
    </>,
  )
  return onClose
}
const write = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Escribir' })

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

// @spec 2.40
test('a new note is about a client, chosen by one tap', async () => {
  const onClose = open([])
  const person = await screen.findByRole('button', { name: /Mariana Torres/ })
  expect(write().disabled).toBe(true)
  fireEvent.click(person)
  fireEvent.click(write())
  expect(onClose).toHaveBeenCalledOnce()
  expect(address()).toBe(`/notes/${CLIENT}/Client?open=new`)
  // A coach without groups is not asked about them.
  expect(screen.queryByText('Un grupo')).toBeNull()
})

test('or about a group, and the choice of both is kept while one looks', async () => {
  open([{ id: GROUP, name: 'Liderazgo', status: 'running' }])
  fireEvent.click(await screen.findByRole('button', { name: /Mariana Torres/ }))
  fireEvent.click(await screen.findByText('Un grupo'))
  await waitFor(() => expect(write().disabled).toBe(true))
  fireEvent.click(screen.getByRole('combobox', { name: '¿Sobre quién?' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Liderazgo', hidden: true }))
  fireEvent.click(screen.getByText('Un cliente'))
  const person = await screen.findByRole('button', { name: /Mariana Torres/ })
  expect(person.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByText('Un grupo'))
  fireEvent.click(write())
  expect(address()).toBe(`/notes/${GROUP}/Group?open=new`)
})
