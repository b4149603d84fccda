import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Upload, type UploadOptions } from 'tus-js-client'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { UploadField } from './UploadField.tsx'

/** The upload as its library runs it, driven by hand. */
const line = { options: {} as UploadOptions, starts: 0, aborts: 0 }

const ID = '01890000-0000-7000-8000-000000000009'
const BEGIN = 'POST /v1/resource/upload'
const FINISH = 'POST /v1/resource/upload/:fileId/finish'
const CANCEL = 'DELETE /v1/resource/upload/:fileId'
const kept = { id: ID, name: 'Guía.pdf', byteSize: 2_097_152, mediaType: 'application/pdf', preview: 'pdf' }
const FILE = new File(['x'.repeat(2_097_152)], 'Guía.pdf')

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    [BEGIN]: { status: 201, body: { id: ID, name: FILE.name, byteSize: FILE.size } },
    [FINISH]: { body: kept },
    [CANCEL]: { body: null },
    ...answers,
  })
  const [onChange, onBusy] = [vi.fn(), vi.fn()]
  const props = {
    type: 'file' as const,
    file: null,
    maxBytes: 26_214_400,
    error: undefined,
    onChange,
    onBusy,
  }
  const { unmount } = show(<UploadField {...props} />)
  return { onChange, onBusy, unmount, routes: () => sent.map(({ route }) => route) }
}
async function pick() {
  const before = line.starts
  fireEvent.change(screen.getByLabelText('Elegir archivo', { selector: 'input' }), {
    target: { files: [FILE] },
  })
  await waitFor(() => expect(line.starts).toBe(before + 1))
}
const arrived = (bytes: number) => act(() => line.options.onProgress?.(bytes, FILE.size))
const done = () => act(() => line.options.onSuccess?.({} as never))
const cut = () => act(() => line.options.onError?.(new Error('cut')))
const state = () => screen.getByRole('status').textContent

beforeEach(() => {
  signInCoach()
  Object.assign(line, { options: {}, aborts: 0 })
  // Not a replaced module: another file of this worker may have loaded the library before.
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    line.options = this.options
    line.starts += 1
  })
  vi.spyOn(Upload.prototype, 'abort').mockImplementation(async () => void (line.aborts += 1))
})

// @spec P.107
test('shows how much has arrived, then the file', async () => {
  const { onChange, onBusy } = open()
  await pick()
  arrived(1_048_576)
  expect(state()).toBe('50 % de 2 MB')
  arrived(FILE.size)
  expect(state()).toBe('Revisando el archivo...')
  done()
  expect(await screen.findByText('Guía.pdf')).toBeTruthy()
  await waitFor(() => expect(onChange.mock.calls).toEqual([[kept]]))
  expect(onBusy.mock.calls).toEqual([[true], [false]])
})

// @spec P.107
test('says where it was cut, and goes on from there by a button and when the network is back', async () => {
  const { onChange } = open()
  await pick()
  arrived(1_048_576)
  cut()
  expect(state()).toBe('Se perdió la conexión en 50 %. Lo que ya subió se conserva.')
  const before = line.starts
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  expect([state(), line.starts]).toEqual(['50 % de 2 MB', before + 1])
  cut()
  act(() => void dispatchEvent(new Event('online')))
  expect(line.starts).toBe(before + 2)
  done()
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  act(() => void dispatchEvent(new Event('online')))
  expect(line.starts).toBe(before + 2)
})

/** The answer that the upload's library has met. */
const refuse = (status: number, body = '') =>
  act(async () => {
    const originalResponse = { getStatus: () => status, getBody: () => body }
    line.options.onError?.(Object.assign(new Error('refused'), { originalResponse }))
  })

test.each([423, 409, 500, 503])('goes on after %i', async (status) => {
  open()
  await pick()
  await refuse(status)
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeTruthy()
})

test.each([
  [413, '<html>Request Entity Too Large</html>', 'El servidor no recibió este archivo. Elige otro.'],
  [415, '', 'El servidor no recibió este archivo. Elige otro.'],
  [404, '', 'El servidor ya no tiene lo que subió. Elige el archivo otra vez.'],
  [422, JSON.stringify({ error: 'Ese archivo no.', code: 'resource.file_refused' }), 'Ese archivo no.'],
])('refused for good with %i it says why, and another file can be chosen', async (status, body, why) => {
  const { onBusy, routes } = open()
  await pick()
  await refuse(status, body)
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continuar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeTruthy()
  await waitFor(() => expect(routes()).toEqual([BEGIN, CANCEL]))
  const before = line.starts
  act(() => void dispatchEvent(new Event('online')))
  expect([onBusy.mock.calls.at(-1), line.starts]).toEqual([[false], before])
})

test('is cancelled: the server forgets it, and another can be chosen', async () => {
  const { onChange, onBusy, routes } = open()
  await pick()
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeTruthy()
  await waitFor(() => expect(routes()).toEqual([BEGIN, CANCEL]))
  expect([line.aborts, onBusy.mock.calls.at(-1), onChange.mock.calls]).toEqual([1, [false], []])
})

test('is cancelled before it was announced: nothing is sent, and the server forgets it', async () => {
  const begun = Promise.withResolvers<{ status: number; body: unknown }>()
  const { routes } = open({ [BEGIN]: begun.promise })
  fireEvent.change(screen.getByLabelText('Elegir archivo', { selector: 'input' }), {
    target: { files: [FILE] },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  begun.resolve({ status: 201, body: { id: ID, name: FILE.name, byteSize: FILE.size } })
  await waitFor(() => expect(routes()).toEqual([BEGIN, CANCEL]))
})

test('ends with the form', async () => {
  const { unmount, routes } = open()
  await pick()
  unmount()
  await waitFor(() => expect(routes()).toEqual([BEGIN, CANCEL]))
})

// @spec P.108
test.each([
  ['before it is sent', { [BEGIN]: refusal('upload.too_large', 413, { file: 'Es muy grande.' }) }],
  ['for its content', { [FINISH]: refusal('resource.file_refused', 422, { file: 'Es muy grande.' }) }],
])('that is refused %s says why, and another can be chosen', async (_, answers) => {
  const { onChange } = open(answers)
  fireEvent.change(screen.getByLabelText('Elegir archivo', { selector: 'input' }), {
    target: { files: [FILE] },
  })
  if (FINISH in answers) {
    await screen.findByRole('status')
    await waitFor(() => expect(line.options.onSuccess).toBeTruthy())
    done()
  }
  expect(await screen.findByText('Es muy grande.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeTruthy()
  expect(onChange).not.toHaveBeenCalled()
})
