import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ActivityDto } from '#contract/account/activity.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { Component } from './ActivityScreen.tsx'

const ROUTE = 'GET /v1/user/:userId/activity'

let serial = 0
const entry = (more: Partial<Omit<ActivityDto, 'at'>> & { at?: string }): ActivityDto =>
  ({
    id: String((serial += 1)),
    at: '2027-02-02T15:05:00.000Z',
    kind: 'sign_in.opened',
    by: 'you',
    browser: 'Firefox',
    system: 'Linux',
    address: '203.0.113.7',
    way: 'password',
    ended: null,
    email: null,
    cause: null,
    status: null,
    ...more,
  }) as ActivityDto

const page = (data: ActivityDto[], more: object = {}) => ({
  body: { data, total: data.length, page: 1, items: 20, since: null, ...more },
})

beforeEach(() => {
  signInCoach()
  setNow('2027-02-02T18:00:00.000Z')
})

/** The lines of a day. */
async function linesOf(day: string) {
  const heading = await screen.findByRole('heading', { level: 3, name: day })
  return within(heading.parentElement!)
    .getAllByRole('listitem')
    .map((line) => line.textContent.replaceAll('\u00A0', ' '))
}

// @spec P.330
describe('Actividad de tu cuenta', () => {
  test('says what happened, from where, by whom and when, by day, and marks what failed', async () => {
    answerCalls({
      [ROUTE]: page([
        entry({}),
        entry({
          kind: 'sign_in.failed',
          by: 'unknown',
          browser: 'Safari',
          system: 'iPhone',
          at: '2027-02-02T15:01:00.000Z',
        }),
        entry({
          kind: 'payment.changed',
          by: 'operator',
          cause: 'exempted',
          browser: null,
          system: null,
          address: null,
          at: '2027-02-01T20:30:00.000Z',
        }),
        entry({ kind: 'sign_ins.ended', ended: 2, at: '2027-01-20T15:00:00.000Z' }),
        // What was personal of it was erased.
        entry({
          kind: 'email.changed',
          browser: null,
          system: null,
          address: null,
          at: '2026-01-20T15:00:00.000Z',
        }),
      ]),
    })
    show(<Component />)
    expect(await linesOf('Hoy')).toEqual([
      'Iniciaste sesiónTú · Firefox en Linux · 203.0.113.79:05 h',
      'Intento de iniciar sesiónFallidoSin sesión iniciada · Safari en iPhone · 203.0.113.79:01 h',
    ])
    expect(await linesOf('Ayer')).toEqual(['Tu plan: Cuenta sin costoOperador14:30 h'])
    expect(await linesOf('20 de enero de 2027')).toEqual([
      'Cerraste la sesión en 2 dispositivos másTú · Firefox en Linux · 203.0.113.79:00 h',
    ])
    expect(await linesOf('20 de enero de 2026')).toEqual(['Cambiaste tu correoTú9:00 h'])
  })

  test('loads further pages, and says at their end since when there is a log', async () => {
    const since = '2027-01-15T15:00:00.000Z'
    answerCalls({
      [ROUTE]: (url) =>
        url.includes('page=2')
          ? page([entry({ kind: 'password.changed' })], { total: 21, page: 2, since })
          : page([entry({})], { total: 21, since }),
    })
    show(<Component />)
    const more = await screen.findByRole('button', { name: 'Ver más' })
    expect(screen.queryByText(/Registramos la actividad/)).toBeNull()
    fireEvent.click(more)
    expect(await screen.findByText('Cambiaste tu contraseña')).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull()
    expect(screen.getByText('Registramos la actividad desde el 15 de enero de 2027.')).not.toBeNull()
  })

  test('says what to do about what a person does not recognise', async () => {
    signInClient()
    answerCalls({ [ROUTE]: page([entry({})]) })
    show(<Component />)
    const password = screen.getByRole('link', { name: 'Cambiar contraseña' })
    expect(password.getAttribute('href')).toBe('/profile/account')
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar en todos los dispositivos' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('¿Cerrar en todos los dispositivos?')).not.toBeNull()
  })

  test('that cannot be read is asked for again', async () => {
    let fails = true
    answerCalls({ [ROUTE]: () => (fails ? refusal('user.not_found', 404) : page([entry({})])) })
    show(<Component />)
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    fails = false
    fireEvent.click(retry)
    expect(await screen.findByText('Iniciaste sesión')).not.toBeNull()
  })

  test('waits behind a skeleton, and without entries says what will be there', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof page>>()
    answerCalls({ [ROUTE]: answer.promise })
    show(<Component />)
    expect(screen.getByLabelText('Cargando...')).not.toBeNull()
    answer.resolve(page([]))
    expect(await screen.findByText('Aún no hay actividad.')).not.toBeNull()
  })
})
