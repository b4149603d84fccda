import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/api/failure.ts'
import { useStore } from '#web/store/store.ts'
import { show } from '#test/support/web/show.tsx'
import { PhotoField } from './PhotoField.tsx'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

// Framing needs a canvas, which only a browser has.
vi.mock('./CropDialog.tsx', () => ({
  default: ({ file, problem, onCut, onUnreadable }: Crop) => (
    <div role="dialog" aria-label={file.name}>
      <p>{problem}</p>
      <button type="button" onClick={() => onCut(file)}>
        Usar
      </button>
      <button type="button" onClick={onUnreadable}>
        No se lee
      </button>
    </div>
  ),
}))
resetModulesAfterwards()
type Crop = { file: File; problem?: string; onCut: (file: File) => void; onUnreadable: () => void }

const TOO_LARGE = 'La imagen pesa demasiado.'
const refused = () => Promise.reject(new ApiFailure('upload.too_large', 413, TOO_LARGE))

function open({ src = null, onSet = vi.fn(() => Promise.resolve()) }: Opened = {}) {
  const removal = { title: '¿Quitar tu foto?', text: 'Se verán tus iniciales.' }
  show(<PhotoField name="Ana López" src={src} onSet={onSet} removal={removal} />)
  return onSet
}
type Opened = { src?: string | null; onSet?: (photo: File | null) => Promise<unknown> }

const pick = (type: string) => {
  const file = new File(['x'], 'ana', { type })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(input, { target: { files: [file] } })
  return file
}
const dialog = () => screen.queryByRole('dialog')

test('a file that is no picture is refused beside the button, and nothing opens', () => {
  open()
  pick('application/pdf')
  expect(screen.getByRole('alert').textContent).toBe('Usa una imagen JPG, PNG, WebP, GIF o AVIF.')
  expect(dialog()).toBeNull()
})

test('a picture is framed and passed on; then the frame closes', async () => {
  const onSet = open()
  const file = pick('image/png')
  fireEvent.click(await screen.findByRole('button', { name: 'Usar' }))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(vi.mocked(onSet).mock.calls).toEqual([[file]])
})

test('a refused picture is shown in the open frame alone', async () => {
  open({ onSet: refused })
  pick('image/png')
  fireEvent.click(await screen.findByRole('button', { name: 'Usar' }))
  const shown = await screen.findAllByText(TOO_LARGE)
  expect(shown.map((text) => dialog()?.contains(text))).toEqual([true])
  expect(useStore.getState().alert.status).toBe(false)
})

test('a picture that cannot be read closes the frame and says so beside the button', async () => {
  open()
  pick('image/png')
  fireEvent.click(await screen.findByRole('button', { name: 'No se lee' }))
  expect(dialog()).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('No pudimos abrir esta imagen. Prueba con otra.')
})

test('without a photo there is nothing to remove', () => {
  open()
  expect(screen.queryByRole('button', { name: 'Quitar foto' })).toBeNull()
})

test('a refused removal is shown in its question, and gone when that is closed', async () => {
  open({ src: '/v1/file/1', onSet: refused })
  fireEvent.click(screen.getByRole('button', { name: 'Quitar foto' }))
  const accept = () => screen.getAllByRole('button', { name: 'Quitar foto' }).at(-1)!
  await screen.findByRole('dialog')
  fireEvent.click(accept())
  const shown = await screen.findAllByText(TOO_LARGE)
  expect(shown.map((text) => dialog()?.contains(text))).toEqual([true])
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(screen.queryByText(TOO_LARGE)).toBeNull()
})

test.each([
  ['', true],
  ['Líderes', false],
])('before there is a name, the picture of a group is drawn: "%s"', (name, isDrawn) => {
  const removal = { title: '¿Quitar la foto?', text: '' }
  show(<PhotoField name={name} src={null} nameless={<i title="Grupo" />} onSet={vi.fn()} removal={removal} />)
  expect(screen.queryByTitle('Grupo') !== null).toBe(isDrawn)
})
