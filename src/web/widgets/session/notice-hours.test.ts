import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import texts from '../../../../public/locales/es-MX/booking.json' with { type: 'json' }
import { consentHours, noticeHours, policyText } from './notice-hours.ts'

test('hours are rounded up, so that the promise is kept', () => {
  expect(noticeHours({ cancelNoticeMin: 24 * 60 })).toBe(24)
  expect(noticeHours({ cancelNoticeMin: 90 })).toBe(2)
  expect(consentHours({ cancelNoticeMin: 90 })).toBe(3)
  expect(consentHours({ cancelNoticeMin: 0 })).toBe(0)
})

test('the policy is one sentence, and a different one without a notice', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'es-MX', ns: 'booking', resources: { 'es-MX': { booking: texts } } })
  const t = i18n.getFixedT('es-MX', 'booking')
  expect(policyText(t, { cancelNoticeMin: 24 * 60 })).toBe(
    'Puedes cancelar hasta 24 horas antes; si cancelas después, cuenta como cancelación tardía. Puedes mover hasta 24 horas antes (con menos de 48, tu coach lo confirma).',
  )
  expect(policyText(t, { cancelNoticeMin: 0 })).toBe(
    'Puedes cancelar o mover en cualquier momento antes de que empiece.',
  )
})
