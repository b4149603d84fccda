import { createInstance, type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { AttentionReason, Rhythm } from '#contract/clients.ts'
import texts from '../../../../public/locales/es-MX/clients.json' with { type: 'json' }
import { reasonText, rhythmText } from './attention-text.ts'

let t: TFunction<'clients'>

beforeAll(async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'es-MX', ns: 'clients', resources: { 'es-MX': { clients: texts } } })
  t = i18n.getFixedT('es-MX', 'clients')
})

// product §6: attention always has a reason
test.each<[AttentionReason, string]>([
  [{ kind: 'rhythm', number: 16 }, 'Sin avance en 16 días'],
  [{ kind: 'overdueActions', number: 1 }, '1 acción vencida'],
  [{ kind: 'overdueActions', number: 3 }, '3 acciones vencidas'],
  [{ kind: 'invitationExpired', number: null }, 'Su invitación venció'],
  [{ kind: 'invitationDeclined', number: null }, 'No aceptó la invitación'],
])('%o', (reason, text) => expect(reasonText(t, reason)).toBe(text))

// product §6: rhythm, always with its reason
test.each<[Rhythm, boolean, string]>([
  [{ level: 'onTrack', days: 0 }, false, 'Avanzó hoy'],
  [{ level: 'onTrack', days: 1 }, false, 'Avanzó hace 1 día'],
  [{ level: 'onTrack', days: 12 }, false, 'Avanzó hace 12 días'],
  // At risk because of overdue actions, which are shown beside it.
  [{ level: 'atRisk', days: 0 }, false, 'Avanzó hoy'],
  [{ level: 'atRisk', days: 16 }, true, 'Sin avance en 16 días'],
  [{ level: 'lost', days: 45 }, true, 'Sin avance en 45 días'],
])('%o', (rhythm, isQuiet, text) => expect(rhythmText(t, rhythm, isQuiet)).toBe(text))
