import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DataExportDto } from '#contract/account/data-exports.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { givePassword, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { ExportCard } from './ExportCard.tsx'

const STATE = 'GET /v1/user/:userId/export'
const ASK = 'POST /v1/user/:userId/export'
const ADDRESS = 'POST /v1/user/:userId/export/:exportId/address'

const archive = (more: Partial<DataExportDto>) => ({
  export: {
    id: '01890000-0000-7000-8000-0000000000e1',
    state: 'ready',
    askedAt: '2027-02-02T15:00:00.000Z',
    progress: 100,
    byteSize: 5_242_880,
    readyAt: '2027-02-02T15:05:00.000Z',
    expiresAt: '2027-02-04T15:05:00.000Z',
    missingFiles: 0,
    ownSignIn: true,
    ...more,
  } as DataExportDto,
})

beforeEach(() => {
  signInCoach()
  givePassword()
  setNow('2027-02-02T18:00:00.000Z')
})

describe('Descargar mis datos', () => {
  test('says what is in the archive: of a coach the practice, of a client what they see', async () => {
    answerCalls({ [STATE]: { body: { export: null } } })
    const { unmount } = show(<ExportCard />)
    expect(await screen.findByText(/^Toda tu práctica en un archivo ZIP/)).toBeTruthy()
    unmount()
    signInClient()
    show(<ExportCard />)
    expect(await screen.findByText(/^Todo lo que puedes ver en Norte/)).toBeTruthy()
  })

  test('asks for the password, and shows a wrong one in its field', async () => {
    answerCalls({
      [STATE]: { body: { export: null } },
      [ASK]: refusal('request.invalid', 422, { password: 'La contraseña no es correcta.' }),
    })
    show(<ExportCard />)
    fireEvent.click(await screen.findByRole('button', { name: 'Preparar mis datos' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/^Tu contraseña/), { target: { value: 'otra' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Preparar mis datos' }))
    expect(await within(dialog).findByText('La contraseña no es correcta.')).toBeTruthy()
  })

  test.each([
    ['waiting', 0, 'Tu copia está en la fila.'],
    ['running', 40, 'Preparando tu copia…'],
  ] as const)(
    'of one that is %s shows how far it is, and that one may leave',
    async (state, progress, text) => {
      answerCalls({
        [STATE]: { body: archive({ state, progress, byteSize: null, readyAt: null, expiresAt: null }) },
      })
      show(<ExportCard />)
      expect(await screen.findByText(text)).toBeTruthy()
      expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(progress))
      expect(screen.getByText(/^Puedes salir de aquí/)).toBeTruthy()
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  test('of one that is ready shows its size and time, and fetches it', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    const sent = answerCalls({
      [STATE]: { body: archive({ missingFiles: 2 }) },
      [ADDRESS]: {
        body: { address: '/v1/export/e1/archive?until=1', expiresAt: '2027-02-02T19:00:00.000Z' },
      },
    })
    show(<ExportCard />)
    expect(await screen.findByText('Tu copia está lista: 5 MB')).toBeTruthy()
    expect(screen.getByText('Puedes descargarla hasta el jueves 4 de febrero a las 9:05 h.')).toBeTruthy()
    expect(screen.getByText('2 archivos ya no existían; la copia dice cuáles.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Descargar' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/v1/export/e1/archive?until=1'))
    expect(sent.at(-1)).toEqual({ route: ADDRESS, body: {} })
    assign.mockRestore()
  })

  test('asked for on another device asks for the password before it is fetched', async () => {
    answerCalls({ [STATE]: { body: archive({ ownSignIn: false }) } })
    show(<ExportCard />)
    fireEvent.click(await screen.findByRole('button', { name: 'Descargar' }))
    expect(await screen.findByRole('dialog', { name: 'Descargar tus datos' })).toBeTruthy()
  })

  test('that failed says so, and can be asked for again', async () => {
    answerCalls({
      [STATE]: { body: archive({ state: 'failed', byteSize: null, readyAt: null, expiresAt: null }) },
    })
    show(<ExportCard />)
    expect((await screen.findByRole('alert')).textContent).toContain('No pudimos preparar tu copia.')
    expect(screen.getByRole('button', { name: 'Preparar mis datos' })).toBeTruthy()
  })
})
