import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Upload, type UploadOptions } from 'tus-js-client'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { RoomId } from '#contract/values.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { ComposerBar } from '../compose/ComposerBar.tsx'
import { useComposer } from '../compose/use-composer.ts'
import { type Room, RoomProvider } from '../thread/room.ts'
import { AttachButton } from './AttachButton.tsx'
import { AttachedFiles } from './AttachedFiles.tsx'
import { useAttaching } from './use-attaching.ts'

const BEGIN = 'POST /v1/message/:roomId/attachment'
const FINISH = 'POST /v1/message/:roomId/attachment/:fileId/finish'
const FORGET = 'DELETE /v1/message/:roomId/attachment/:fileId'
const SEND = 'POST /v1/message/:roomId'
const ID = '01890000-0000-7000-8000-000000000009'
const KEPT = { id: ID, name: 'Guía.pdf', byteSize: 2_097_152, mediaType: 'application/pdf', preview: 'pdf' }
const FILE = new File(['x'.repeat(2_097_152)], 'Guía.pdf', { type: 'application/pdf' })

/** The uploads as their library runs them, driven by hand; the newest last. */
let lines: UploadOptions[]
let rooms = 0

function Writing({ roomId }: { roomId: RoomId }) {
  const composer = useComposer(roomId, () => undefined)
  const attaching = useAttaching(roomId, composer)
  return (
    <ComposerBar
      composer={composer}
      field={useRef(null)}
      holdUp={attaching.holdUp}
      attach={<AttachButton onPick={attaching.add} />}
      attached={<AttachedFiles attaching={attaching} />}
    />
  )
}

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    [BEGIN]: { status: 201, body: { id: ID, name: FILE.name, byteSize: FILE.size } },
    [FINISH]: { body: KEPT },
    [FORGET]: { body: null },
    [SEND]: { status: 201, body: {} },
    ...answers,
  })
  // What was written in another test is kept for its room.
  const roomId = `room-${(rooms += 1)}` as RoomId
  const room = { roomId, timezone: 'America/Mexico_City', people: [], reads: [] } as unknown as Room
  show(
    <RoomProvider value={room}>
      <Writing roomId={roomId} />
    </RoomProvider>,
  )
  return {
    routes: () => sent.map(({ route }) => route),
    messages: () => sent.filter(({ route }) => route === SEND).map(({ body }) => body),
  }
}
async function pick(...files: File[]) {
  const before = lines.length
  fireEvent.change(screen.getByLabelText('Adjuntar archivos', { selector: 'input' }), { target: { files } })
  await waitFor(() => expect(lines.length).toBe(before + files.length))
}
const arrived = (bytes: number) => act(() => lines.at(-1)!.onProgress?.(bytes, FILE.size))
const done = (line = lines.at(-1)!) => act(() => line.onSuccess?.({} as never))
const stopped = (error: Error) => act(() => lines.at(-1)!.onError?.(error))
const files = () => screen.getByRole('list', { name: 'Archivos del mensaje' })
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' })

beforeEach(() => {
  signInCoach()
  lines = []
  // Not a replaced module: another file of this worker may have loaded the library before.
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    lines.push(this.options)
  })
  vi.spyOn(Upload.prototype, 'abort').mockResolvedValue()
})

// @spec P.170
test('a file says how much of it has arrived, holds up its message, and goes out with it', async () => {
  const { messages } = open()
  await pick(FILE)
  arrived(1_048_576)
  expect(files().textContent).toContain('Subiendo: 50 %')
  expect(within(files()).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Aquí va' } })
  expect(screen.getByText('Espera a que terminen de subir los archivos.')).toBeTruthy()
  expect(sendButton().disabled).toBe(true)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  arrived(FILE.size)
  expect(files().textContent).toContain('Revisando el archivo...')
  done()
  expect(await within(files()).findByText('2 MB')).toBeTruthy()
  expect(messages()).toEqual([])

  fireEvent.click(sendButton())
  await waitFor(() => expect(messages()).toMatchObject([{ text: 'Aquí va', attachments: [ID] }]))
  expect(screen.queryByRole('list')).toBeNull()
})

// @spec P.170
test('a file alone is a message', async () => {
  const { messages } = open()
  await pick(FILE)
  done()
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  fireEvent.click(sendButton())
  await waitFor(() => expect(messages()).toMatchObject([{ text: '', attachments: [ID] }]))
})

// @spec P.171
test('a file that is refused says why and holds up the message until it is taken away', async () => {
  const { messages } = open({
    [FINISH]: refusal('upload.not_accepted', 409, { file: 'Está dañado.' }),
  })
  await pick(FILE)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Aquí va' } })
  done()
  expect(await within(files()).findByText('Está dañado.')).toBeTruthy()
  expect(screen.getByText('Para enviar el mensaje, quita el archivo que no se pudo subir.')).toBeTruthy()
  expect(sendButton().disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Quitar Guía.pdf' }))
  fireEvent.click(sendButton())
  await waitFor(() => expect(messages()).toHaveLength(1))
  expect(messages()).not.toMatchObject([{ attachments: expect.anything() }])
})

// @spec P.171
test('a file that was cut off goes on by a press; one that is taken away is forgotten by the server', async () => {
  const { routes, messages } = open()
  await pick(FILE)
  stopped(new Error('cut'))
  expect(files().textContent).toContain('Sin conexión. Sigue al volver.')
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar Guía.pdf' }))
  await waitFor(() => expect(lines).toHaveLength(2))
  // It goes on: nothing was announced again.
  expect(routes()).toEqual([BEGIN])
  done()
  fireEvent.click(await screen.findByRole('button', { name: 'Quitar Guía.pdf' }))
  await waitFor(() => expect(routes()).toEqual([BEGIN, FINISH, FORGET]))
  expect(screen.queryByRole('list')).toBeNull()
  expect(sendButton().disabled).toBe(true)

  await pick(FILE)
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar Guía.pdf' }))
  await waitFor(() => expect(routes().slice(3)).toEqual([BEGIN, FORGET]))
  // What arrives nevertheless is in no message.
  done()
  expect(screen.queryByRole('list')).toBeNull()
  expect(messages()).toEqual([])
})

// @spec P.170
test('of more files than a message takes the first are taken, and it says how many it takes', async () => {
  open()
  const many = Array.from({ length: 7 }, (_, at) => new File(['x'], `${at + 1}.txt`, { type: 'text/plain' }))
  fireEvent.change(screen.getByLabelText('Adjuntar archivos', { selector: 'input' }), {
    target: { files: many },
  })
  await waitFor(() => expect(lines).toHaveLength(5))
  expect(screen.getByRole('alert').textContent).toBe('Un mensaje lleva hasta 5 archivos.')
  expect(within(files()).getAllByRole('listitem')).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar 5.txt' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
