import { act, fireEvent, screen, within } from '@testing-library/react'
import { type UploadOptions, Upload } from 'tus-js-client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DataImportDto } from '#contract/account/data-imports.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { givePassword, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { ImportCard } from './ImportCard.tsx'

/** The upload as its library runs it, driven by hand. */
const line = { options: {} as UploadOptions, starts: 0 }

const STATE = 'GET /v1/user/:userId/import'
const BEGIN = 'POST /v1/user/:userId/import'
const FINISH = 'POST /v1/user/:userId/import/:importId/finish'
const CANCEL = 'DELETE /v1/user/:userId/import/:importId'
const ID = '01890000-0000-7000-8000-0000000000a1'

const dto = (more: Partial<DataImportDto> = {}): DataImportDto =>
  ({
    id: ID,
    state: 'uploading',
    createdAt: '2027-02-02T15:00:00.000Z',
    progress: 0,
    byteSize: 5_242_880,
    received: 0,
    finishedAt: null,
    expiresAt: '2027-02-03T15:00:00.000Z',
    canRestart: false,
    refusal: null,
    counts: null,
    ...more,
  }) as DataImportDto

const state = (last: Partial<DataImportDto> | null, isEmpty = true) => ({
  body: { import: last && dto(last), isEmpty, mostBytes: 100 * 1_048_576 },
})
const zip = new File(['un ZIP'], 'norte.zip', { type: 'application/zip' })
const choose = async (label: string, file = zip) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { files: [file] } })

beforeEach(() => {
  signInCoach()
  givePassword()
  setNow('2027-02-02T18:00:00.000Z')
  Object.assign(line, { options: {}, starts: 0 })
  // Not a replaced module: other files of this worker upload too.
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    line.options = this.options
    line.starts += 1
  })
})

// @spec P.357
describe('Importar una práctica', () => {
  test('asks for a ZIP, then for the password, and sends it', async () => {
    const sent = answerCalls({
      [STATE]: state(null),
      [BEGIN]: { body: dto() },
      [FINISH]: { body: dto({ state: 'waiting' }) },
    })
    show(<ImportCard />)
    expect(await screen.findByText(/^Un ZIP de hasta 100 MB/)).toBeTruthy()
    await choose('Elegir archivo ZIP')
    const dialog = await screen.findByRole('dialog', { name: '¿Importar esta práctica?' })
    fireEvent.change(within(dialog).getByLabelText(/^Tu contraseña/), {
      target: { value: 'girasol-violeta-41' },
    })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Importar' }))
    await vi.waitFor(() => expect(line.starts).toBe(1))
    expect(line.options.uploadUrl).toBe(`/v1/import/upload/${ID}`)
    act(() => line.options.onProgress?.(4, 10))
    expect(await screen.findByText('Subiendo: 40 % de 1 KB')).toBeTruthy()
    expect(screen.getByText(/^Deja esta página abierta/)).toBeTruthy()
    expect(sent).toContainEqual({ route: BEGIN, body: { password: 'girasol-violeta-41', byteSize: 6 } })
    act(() => line.options.onSuccess?.({} as never))
    expect(await screen.findByText('Tu práctica está en la fila.')).toBeTruthy()
  })

  test('shows a wrong password in its field, and sends nothing', async () => {
    answerCalls({
      [STATE]: state(null),
      [BEGIN]: refusal('request.invalid', 422, { password: 'La contraseña no es correcta.' }),
    })
    show(<ImportCard />)
    await choose('Elegir archivo ZIP')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/^Tu contraseña/), { target: { value: 'otra' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Importar' }))
    expect(await within(dialog).findByText('La contraseña no es correcta.')).toBeTruthy()
    expect(line.starts).toBe(0)
  })

  test('says that a file is too large before it is sent', async () => {
    answerCalls({ [STATE]: state(null) })
    show(<ImportCard />)
    const large = new File([], 'norte.zip')
    Object.defineProperty(large, 'size', { value: 200 * 1_048_576 })
    await choose('Elegir archivo ZIP', large)
    expect(await screen.findByText(/^El archivo pesa más de 100 MB/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('of one whose bytes have not all come goes on with the same file, or forgets it', async () => {
    const sent = answerCalls({
      [STATE]: state({ received: 1_048_576 }),
      [CANCEL]: { status: 204, body: null },
    })
    show(<ImportCard />)
    expect(await screen.findByText(/^Subió 1 MB de 5 MB\. Elige el mismo archivo/)).toBeTruthy()
    expect(screen.getByLabelText('Seguir con el archivo')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await vi.waitFor(() => expect(sent.some(({ route }) => route === CANCEL)).toBe(true))
  })

  test.each([
    ['waiting', 0, 'Tu práctica está en la fila.'],
    ['running', 40, 'Leyendo tu práctica…'],
  ] as const)(
    'of one that is %s shows how far it is, and that one may leave',
    async (now, progress, text) => {
      answerCalls({ [STATE]: state({ state: now, progress }) })
      show(<ImportCard />)
      expect(await screen.findByText(text)).toBeTruthy()
      expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(progress))
      expect(screen.getByText(/^Puedes salir de aquí/)).toBeTruthy()
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  test('that is done says what there is now, and leads to the clients', async () => {
    const counts = { clients: 1, sessions: 40, messages: 1_200, files: 8 }
    answerCalls({ [STATE]: state({ state: 'done', progress: 100, counts }, false) })
    show(<ImportCard />)
    expect(await screen.findByText('Tu práctica ya está aquí.')).toBeTruthy()
    expect(screen.getByText('1 cliente · 40 sesiones · 1,200 mensajes · 8 archivos')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver mis clientes' }).getAttribute('href')).toBe('/clients')
  })

  test('that was refused says why, and takes another file', async () => {
    const error = 'La fila 3 de «Notas» menciona algo que no está en la copia.'
    const code = 'practice_import.unknown_reference' as const
    answerCalls({ [STATE]: state({ state: 'refused', refusal: { code, error } }) })
    show(<ImportCard />)
    expect((await screen.findByRole('alert')).textContent).toBe(error)
    expect(screen.getByLabelText('Elegir archivo ZIP')).toBeTruthy()
  })

  test('that failed is tried again without sending it again', async () => {
    const sent = answerCalls({
      [STATE]: state({ state: 'failed', canRestart: true }),
      [FINISH]: { status: 202, body: dto({ state: 'waiting' }) },
    })
    show(<ImportCard />)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No pudimos leer tu copia/)
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await vi.waitFor(() => expect(sent.some(({ route }) => route === FINISH)).toBe(true))
  })

  test('that failed too often is not tried again: another file is chosen', async () => {
    answerCalls({ [STATE]: state({ state: 'failed' }) })
    show(<ImportCard />)
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^No pudimos leer tu copia, y ya lo intentamos/,
    )
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Elegir otro archivo',
    ])
  })

  test('is not for a practice that has something, which it says', async () => {
    answerCalls({ [STATE]: state(null, false) })
    show(<ImportCard />)
    expect(await screen.findByText(/^Solo se puede importar en una práctica vacía/)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
