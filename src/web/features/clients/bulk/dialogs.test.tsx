import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useStore } from '#web/store/store.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { TagDialog } from './TagDialog.tsx'

beforeEach(() => {
  signInCoach()
  const { session } = useStore.getState()
  useStore.setState({ session: { ...session, user: { ...session.user!, emailVerified: true } } })
})

const noop = () => undefined
const selection = new Map(
  ['ana', 'beto', 'caro', 'dora'].map((id) => {
    const status = id === 'dora' ? ('archived' as const) : ('active' as const)
    return [id, { id, fullName: id, status }]
  }),
)

test('who stays although the dialog did not say so is named afterwards', async () => {
  const known = { clientId: 'caro', reason: 'wrongState' }
  const news = { clientId: 'beto', reason: 'wrongState' }
  answerCalls({
    'POST /v1/client/bulk/preview': {
      body: { changed: ['ana', 'beto'], left: [known], coming: [], comingTotal: 0 },
    },
    'POST /v1/client/bulk/transition': { body: { changed: ['ana'], left: [news, known] } },
  })
  const onDone = vi.fn()
  show(<MoveDialog selection={selection} move="pause" onClose={() => undefined} onDone={onDone} />)
  const accept = await screen.findByRole('button', { name: 'Pausar' })
  await waitFor(() => expect(accept).toHaveProperty('disabled', false))
  fireEvent.click(accept)
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ left: [news] }, 'pause'))
})

test.each([
  ['archive', 'Archivar', true],
  ['pause', 'Pausar', false],
] as const)('the button that ends processes is red: %s', async (move, name, isRed) => {
  answerCalls({
    'POST /v1/client/bulk/preview': { body: { changed: ['ana'], left: [], coming: [], comingTotal: 0 } },
  })
  show(<MoveDialog selection={selection} move={move} onClose={() => undefined} onDone={() => undefined} />)
  const accept = await screen.findByRole('button', { name })
  expect(accept.style.getPropertyValue('--button-bg').includes('negative')).toBe(isRed)
})

test('only those who get an invitation are counted, and who does not is named', async () => {
  const left = ['caro', 'dora'].map((clientId) => ({ clientId, reason: 'wrongState' }))
  const sent = answerCalls({
    'POST /v1/client/bulk/preview': {
      body: { changed: ['ana', 'beto'], left, coming: [], comingTotal: 0 },
    },
    'POST /v1/client/bulk/invite': { body: { changed: ['ana', 'beto'], left, waiting: 0 } },
  })
  const onDone = vi.fn()
  show(<InviteDialog selection={selection} onClose={() => undefined} onDone={onDone} />)
  const dialog = await screen.findByRole('dialog', { name: '¿Invitar a 2 personas?' })
  expect(await screen.findByText('ana y beto')).toBeTruthy()
  const named = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(named).toEqual(['caroYa tiene su cuenta', 'doraEn tu archivo'])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Invitar' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ left: [] }, 'invite'))
  expect(sent.map(({ body }) => body)).toContainEqual({ clientIds: ['ana', 'beto', 'caro', 'dora'] })
})

test.each([
  ['pause', 'Ya está en pausa'],
  ['archive', 'Ya está en tu archivo'],
] as const)('who is already as wanted is named so: %s', async (move, why) => {
  const left = [{ clientId: 'caro', reason: 'unchanged' }]
  answerCalls({ 'POST /v1/client/bulk/preview': { body: { changed: [], left, coming: [], comingTotal: 0 } } })
  show(<MoveDialog selection={selection} move={move} onClose={() => undefined} onDone={() => undefined} />)
  expect((await screen.findByRole('listitem')).textContent).toBe(`caro${why}`)
})

test.each([
  ['invited', <InviteDialog key="" selection={selection} onClose={noop} onDone={noop} />, '¿Invitar a beto?'],
  [
    'paused',
    <MoveDialog key="" selection={selection} move="pause" onClose={noop} onDone={noop} />,
    '¿Pausar el proceso con beto?',
  ],
])('a single person who is %s is named in the question', async (_what, dialog, title) => {
  const left = ['ana', 'caro', 'dora'].map((clientId) => ({ clientId, reason: 'wrongState' }))
  answerCalls({
    'POST /v1/client/bulk/preview': { body: { changed: ['beto'], left, coming: [], comingTotal: 0 } },
  })
  show(dialog)
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})

test('a selection of which nobody gets an invitation invites nobody', async () => {
  const left = [...selection.keys()].map((clientId) => ({ clientId, reason: 'invited' }))
  answerCalls({ 'POST /v1/client/bulk/preview': { body: { changed: [], left, coming: [], comingTotal: 0 } } })
  show(<InviteDialog selection={selection} onClose={() => undefined} onDone={() => undefined} />)
  expect(await screen.findByText('Nadie de tu selección necesita una invitación ahora.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Invitar' })).toHaveProperty('disabled', true)
})

test('the dialog of a tag stays open until the answer is there, and shows a failure', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof refusal>>()
  answerCalls({ 'POST /v1/client/bulk/tag': answer.promise })
  const onClose = vi.fn()
  show(<TagDialog selection={selection} suggested={['vip']} onClose={onClose} onDone={() => undefined} />)
  const tag = screen.getByRole('combobox', { name: /Etiqueta/ })
  fireEvent.change(tag, { target: { value: 'nuevo' } })
  fireEvent.submit(tag)
  await screen.findByRole('button', { name: 'Cargando...' })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  answer.resolve(refusal('server.error', 500))
  expect(await screen.findByRole('alert')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})
