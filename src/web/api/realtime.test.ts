import { describe, expect, test } from 'vitest'
import { SPEC_NOTIFICATION_TYPES } from '#contract/fixed-names.ts'
import { NotificationType } from '#contract/notifications.ts'
import common from '../../../public/locales/es-MX/common.json' with { type: 'json' }
import { REFRESHED_BY, isSkippedFor } from './realtime.ts'

test('one event per notification type (spec §4)', () => {
  expect(Object.keys(REFRESHED_BY).sort()).toEqual([...NotificationType.options].sort())
  expect(SPEC_NOTIFICATION_TYPES.every((type) => type in REFRESHED_BY)).toBe(true)
})

describe('the notification list skips what its own side did (spec §4)', () => {
  test.each(NotificationType.options)('%s', (type) => {
    expect(isSkippedFor('coach', type)).toBe(type === 'NEW_SESSION_FROM_COACH')
    expect(isSkippedFor('client', type)).toBe(type === 'NEW_SESSION_FROM_CLIENT')
  })
})

test('fixed texts of the socket and the session (spec §4 and §8)', () => {
  expect(common.socket.connected).toBe('Ahora estas conectado.')
  expect(common.socket.failed).toBe('Ocurrio un error al conectar con el servidor.')
  expect(common.sessionExpired).toBe('Su sesión ha expirado, por favor inicie sesión nuevamente')
  expect(common.loading).toBe('Cargando...')
  expect(common.paid).toBe('Pago recibido. ¡Gracias!')
})
