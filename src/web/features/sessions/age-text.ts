import type { TFunction } from 'i18next'

/** How long ago something was agreed: "hoy", "hace 12 días". */
export function ageText(t: TFunction<'records'>, days: number): string {
  return days === 0 ? t('age.today') : t('age.days', { count: days })
}
