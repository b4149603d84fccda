import type { TFunction } from 'i18next'
import type { AttentionReason, Rhythm } from '#contract/clients.ts'

type Translate = TFunction<'clients'>

/** Why a client needs attention, in words: "Sin avance en 16 días". */
export function reasonText(t: Translate, { kind, number }: AttentionReason): string {
  const count = number ?? 0
  switch (kind) {
    case 'rhythm':
      return t('reasons.rhythm', { count })
    case 'overdueActions':
      return t('reasons.overdueActions', { count })
    case 'invitationExpired':
      return t('reasons.invitationExpired')
    case 'invitationDeclined':
      return t('reasons.invitationDeclined')
  }
}

/** The reason for a rhythm: days without activity, or how recent the last activity is. */
export function rhythmText(t: Translate, { days }: Rhythm, isQuiet: boolean): string {
  if (isQuiet) return t('reasons.rhythm', { count: days })
  return days === 0 ? t('rhythm.today') : t('rhythm.since', { count: days })
}
