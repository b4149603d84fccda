import { createInstance, type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { NotificationDto } from '#contract/notifications.ts'
import { fromIso } from '#time/clock.ts'
import texts from '../../../../public/locales/es-MX/notifications.json' with { type: 'json' }
import { textOf } from './notification-text.ts'

let t: TFunction<'notifications'>

beforeAll(async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'es-MX', ns: 'notifications', resources: { 'es-MX': { notifications: texts } } })
  t = i18n.getFixedT('es-MX', 'notifications')
})

const reader = {
  timezone: 'America/Mexico_City',
  language: 'es-MX',
  now: fromIso('2026-11-25T15:00:00Z'),
  isCoach: true,
}

const body = {
  client: { id: '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10', name: 'Mariana', lastName: 'Torres' },
  coach: { name: 'Ana', lastName: 'López' },
  startsAt: '2026-12-01T16:00:00Z',
}

const notification = (change: object) =>
  ({ type: 'NEW_SESSION_FROM_CLIENT', createdAt: '2026-11-25T14:00:00Z', body, ...change }) as NotificationDto

// spec §9: "HOY" today, otherwise day, "de", month
// @spec 9.8
test('the day is the reader’s, not that of UTC', () => {
  expect(textOf(notification({}), t, reader).day).toBe('HOY')
  expect(textOf(notification({ createdAt: '2026-11-24T15:00:00Z' }), t, reader).day).toBe('24 de noviembre')
  // 02:00 UTC of the same date is still the evening before in Mexico City.
  expect(textOf(notification({ createdAt: '2026-11-25T02:00:00Z' }), t, reader).day).toBe('24 de noviembre')
})

test('each side reads the name of the other, and the time in its own zone', () => {
  expect(textOf(notification({}), t, reader).detail).toBe('Mariana Torres · 1 de diciembre, 10:00\u00a0h')
  const client = { ...reader, isCoach: false, timezone: 'Europe/Madrid' }
  expect(textOf(notification({}), t, client).detail).toBe('Ana López · 1 de diciembre, 17:00\u00a0h')
})

test('offered and requested times are shown, not the one they replace; an older body shows none', () => {
  const times = ['2026-12-02T16:00:00Z', '2026-12-03T15:00:00Z']
  const detail = (type: string, of: object) => textOf(notification({ type, body: of }), t, reader).detail
  const client = { ...reader, isCoach: false }
  const proposed = notification({ type: 'SESSION_PROPOSED', body: { ...body, times } })
  expect(textOf(proposed, t, client).detail).toBe(
    'Ana López · 2 de diciembre, 10:00\u00a0h · 3 de diciembre, 9:00\u00a0h',
  )
  expect(textOf(notification({ type: 'SESSION_PROPOSED' }), t, client).detail).toBe('Ana López')
  expect(detail('SESSION_MOVE_REQUESTED', { ...body, times: times.slice(0, 1) })).toBe(
    'Mariana Torres · 1 dic, 10:00\u00a0h → 2 dic, 10:00\u00a0h',
  )
  expect(detail('SESSION_MOVE_REQUESTED', body)).toBe('Mariana Torres')
})

test('an excuse names its member if the body does', () => {
  const title = (type: string, of: object) => textOf(notification({ type, body: of }), t, reader).title
  expect(title('SESSION_EXCUSED', body)).toBe('Mariana no podrá asistir')
  expect(title('SESSION_EXCUSE_WITHDRAWN', body)).toBe('Mariana sí podrá asistir')
  expect(title('SESSION_EXCUSED', {})).toBe('Alguien no podrá asistir')
})

test('a coach reads in the title who asks, leaves or has done something', () => {
  const title = (type: string, of: object) => textOf(notification({ type, body: of }), t, reader).title
  expect(title('SESSION_MOVE_REQUESTED', body)).toBe('Mariana pide mover una sesión')
  expect(title('SESSION_MOVE_WITHDRAWN', body)).toBe('Mariana ya no pide mover la sesión')
  expect(title('ACTION_DONE', body)).toBe('Mariana hizo una acción')
  expect(title('MEMBER_LEFT', { name: 'Mariana', lastName: 'Torres' })).toBe('Mariana salió de un grupo')
  expect(title('MEMBER_LEFT', {})).toBe('Alguien salió de un grupo')
})

test('an invitation names who accepted it, a memorandum its first characters, a resource its title', () => {
  const detail = (type: string, of: object) => textOf(notification({ type, body: of }), t, reader).detail
  expect(
    detail('CLIENT_INVITATION_ACEPTED', { name: 'Mariana', lastName: 'Torres', client: body.client.id }),
  ).toBe('Mariana Torres ya está en tu espacio.')
  expect(detail('DAY_MEMORANDUM', { description: 'Preparar dinámica de cierre' })).toBe('Preparar dinámi…')
  expect(detail('ASSIGNMENT_RESOURCE', { title: 'Rueda de la vida' })).toBe('Rueda de la vida')
})

test('an unknown type still has a title and shows what it can', () => {
  expect(textOf(notification({ type: 'SOMETHING_NEW', body: {} }), t, reader)).toEqual({
    title: 'Hay algo nuevo',
    detail: '',
    day: 'HOY',
  })
})

test('a goal that was achieved is told with its words, to a coach with the person', () => {
  const achieved = notification({ type: 'GOAL_ACHIEVED', body: { ...body, title: 'Correr diez kilómetros' } })
  const textFor = (isCoach: boolean) => textOf(achieved, t, { ...reader, isCoach })
  expect(textFor(false)).toMatchObject({ title: 'Una meta se logró', detail: 'Correr diez kilómetros' })
  expect(textFor(true).detail).toMatch(/ · Correr diez kilómetros$/)
})

test('an action that the coach gave is told with its words', () => {
  const given = notification({ type: 'ACTION_ASSIGNED', body: { ...body, title: 'Practicar cada mañana' } })
  const { title, detail } = textOf(given, t, { ...reader, isCoach: false })
  expect([title, detail]).toEqual(['Tu coach te dejó una acción', 'Practicar cada mañana'])
})

// @spec P.300
test('a payment is told with until when it counts, a refused charge with what to do', () => {
  const told = (type: string, of: object) => {
    const { title, detail } = textOf(notification({ type, body: of }), t, reader)
    return [title, detail]
  }
  const until = '2027-03-02T15:00:00Z'
  expect(told('PAYMENT_RECEIVED', { until })).toEqual([
    'Pago recibido',
    'Tu cuenta está pagada hasta el 2 de marzo de 2027.',
  ])
  expect(told('PAYMENT_RECEIVED', {})).toEqual(['Pago recibido', ''])
  expect(told('PAYMENT_FAILED', {})).toEqual([
    'No pudimos cobrar tu tarjeta',
    'Revisa tu tarjeta o paga de otra forma.',
  ])
})
