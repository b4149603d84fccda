import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { RoomId } from '#contract/values.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useStore } from '#web/store/store.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { ThreadPanel } from './ThreadPanel.tsx'

const SEND = 'POST /v1/message/:roomId'
const FAILED = 'No se envió. Toca para reintentar.'

/** The room of the signed-in client, whose messages cannot be read; each message is answered by hand. */
function open() {
  signInClient()
  const roomId = useStore.getState().session.user!.clientId! as unknown as RoomId
  const answers: PromiseWithResolvers<ReturnType<typeof refusal>>[] = []
  let sent: ReturnType<typeof answerCalls> = []
  const renew = () => {
    const answer = Promise.withResolvers<ReturnType<typeof refusal>>()
    answers.push(answer)
    sent = answerCalls({ [SEND]: answer.promise })
  }
  renew()
  show(<ThreadPanel room={{ type: 'Client', itemId: roomId }} hasBack={false} />)
  return {
    roomId,
    /** Answers what is on its way, and holds the next answer back. */
    answer: (status: number, code?: Parameters<typeof refusal>[0]) => {
      const held = answers.at(-1)!
      renew()
      held.resolve(code ? refusal(code, status) : { status, body: {} })
    },
    sent: () =>
      sent
        .filter(({ route }) => route === SEND)
        .map(({ body }) => body as { text: string; clientKey: string }),
  }
}
const write = async (text: string) => {
  const field = await screen.findByRole('textbox', { name: 'Mensaje' })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.keyDown(field, { key: 'Enter' })
  return screen.findByText(text)
}
const bubble = () => within(screen.getByRole('article'))

// @spec P.163
test('a message is on its way, then failed; a tap sends the same one again', async () => {
  const room = open()
  await write('Llego tarde')
  expect(bubble().getByText('Enviando')).toBeTruthy()
  expect(screen.queryByText(FAILED)).toBeNull()

  await vi.waitFor(() => expect(room.sent()).toHaveLength(1))
  const [first] = room.sent()
  room.answer(503, 'server.unavailable')
  const retry = await screen.findByRole('button', { name: FAILED })
  expect(bubble().queryByText('Enviando')).toBeNull()
  // The line may come back: there is nothing to decide about it.
  expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull()

  fireEvent.click(retry)
  expect(await bubble().findByText('Enviando')).toBeTruthy()
  expect(screen.queryByText(FAILED)).toBeNull()
  await vi.waitFor(() => expect(room.sent()).toEqual([first]))
  room.answer(201)
  await vi.waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(outbox.of(room.roomId)).toEqual([])
})

// @spec P.163
test('what was refused says why, and stays until it is sent again or discarded', async () => {
  const room = open()
  await write('Una pregunta')
  await vi.waitFor(() => expect(room.sent()).toHaveLength(1))
  room.answer(409, 'message.closed')
  expect(
    (await screen.findByRole('button', { name: FAILED })).closest('[role=status]')!.textContent,
  ).toContain('Refused: message.closed')
  // What waits is sent again by itself; this is not.
  await act(() => outbox.send())
  expect(room.sent()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: FAILED }))
  await vi.waitFor(() => expect(room.sent()).toHaveLength(1))
  room.answer(409, 'message.closed')

  fireEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
  expect(screen.queryByRole('article')).toBeNull()
  expect(outbox.of(room.roomId)).toEqual([])
  await act(() => outbox.send())
  expect(room.sent()).toEqual([])
})
