import { currentLanguage } from '#web/api/texts/i18n.ts'

/** "80%": whole percent as the reader's language writes them. */
export function percentText(percent: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(percent / 100)
}
