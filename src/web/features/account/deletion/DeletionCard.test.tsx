import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountDeletionDto } from '#contract/account/account-deletion.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { givePassword, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { DeletionCard } from './DeletionCard.tsx'

const STATE = 'GET /v1/user/:userId/deletion'
const ASK = 'POST /v1/user/:userId/deletion'
const KEEP = 'DELETE /v1/user/:userId/deletion'

const state = (more: Partial<AccountDeletionDto> = {}): AccountDeletionDto => ({
  askedAt: null,
  dueAt: null,
  practice: false,
  clients: 0,
  coaches: [],
  ...more,
})
const asked = state({
  askedAt: '2027-02-02T18:00:00.000Z' as never,
  dueAt: '2027-03-04T18:00:00.000Z' as never,
})
const facts = async () => {
  const list = await screen.findByRole('list')
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

beforeEach(() => {
  signInCoach()
  givePassword()
  setNow('2027-02-02T18:00:00.000Z')
})

// @spec P.340
describe('Eliminar cuenta', () => {
  test('says before it is asked for what goes and what stays: of a coach', async () => {
    answerCalls({ [STATE]: { body: state({ practice: true, clients: 3 }) } })
    show(<DeletionCard />)
    expect(await facts()).toEqual([
      expect.stringMatching(/^Se borra tu práctica: clientes, grupos/),
      expect.stringMatching(/^3 personas pierden el espacio/),
      'Si tienes un plan, deja de renovarse desde hoy.',
      expect.stringMatching(/^Si pagaste, conservamos seis años/),
      expect.stringMatching(/^En las copias de seguridad/),
    ])
  })

  test('of a client, whose coach is named', async () => {
    signInClient()
    answerCalls({ [STATE]: { body: state({ coaches: ['Ana López', 'Eva Ruiz'] }) } })
    show(<DeletionCard />)
    const [words, coachWords, sessions] = await facts()
    expect(words).toMatch(/^Se borra lo que escribiste/)
    expect(coachWords).toMatch(/^Lo que escribió Ana López y Eva Ruiz se queda ahí sin tu nombre/)
    expect(sessions).toMatch(/Avisamos hoy mismo a Ana López y Eva Ruiz\.$/)
  })

  test('of somebody who is both, in whatever space they are', async () => {
    signInClient()
    answerCalls({ [STATE]: { body: state({ practice: true, clients: 1, coaches: ['Eva Ruiz'] }) } })
    show(<DeletionCard />)
    const all = await facts()
    expect(all).toHaveLength(8)
    expect(all[0]).toMatch(/^Se borra tu práctica/)
    expect(all[4]).toMatch(/^Se borra lo que escribiste/)
  })

  test('is asked for with the password, and the day is said', async () => {
    const sent = answerCalls({ [STATE]: { body: state() }, [ASK]: { status: 202, body: asked } })
    show(<DeletionCard />)
    fireEvent.click(await screen.findByRole('button', { name: 'Eliminar mi cuenta' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Eliminar tu cuenta?' })
    expect(within(dialog).getByText(/^Se eliminará el jueves 4 de marzo\./)).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText(/^Tu contraseña/), { target: { value: 'girasol-41' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Eliminar mi cuenta' }))
    await vi.waitFor(() => expect(sent).toContainEqual({ route: ASK, body: { password: 'girasol-41' } }))
  })

  test('a refusal is shown in the dialog, which stays', async () => {
    answerCalls({
      [STATE]: { body: state() },
      [ASK]: refusal('payment.provider_away', 503),
    })
    show(<DeletionCard />)
    fireEvent.click(await screen.findByRole('button', { name: 'Eliminar mi cuenta' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/^Tu contraseña/), { target: { value: 'girasol-41' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Eliminar mi cuenta' }))
    expect(await within(dialog).findByRole('alert')).toBeTruthy()
  })

  test.each(['2027-03-04T18:30:00.000Z', '2027-03-05T09:00:00.000Z'])(
    'whose day has come says that it is a matter of hours, also after an outage (%s)',
    async (now) => {
      setNow(now)
      answerCalls({ [STATE]: { body: asked } })
      show(<DeletionCard />)
      expect(await screen.findByText('Tu cuenta se eliminará en las próximas horas')).toBeTruthy()
    },
  )

  test('that was asked for says when, and is taken back with one tap', async () => {
    const sent = answerCalls({ [STATE]: { body: asked }, [KEEP]: { body: state() } })
    show(<DeletionCard />)
    expect(await screen.findByText('Tu cuenta se eliminará el jueves 4 de marzo')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Conservar mi cuenta' }))
    await vi.waitFor(() => expect(sent.some(({ route }) => route === KEEP)).toBe(true))
  })
})
