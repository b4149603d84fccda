import { currentLanguage } from '#web/api/texts/i18n.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** "1,250.5": as the reader's language writes numbers, with at most `digits` decimals. */
export const numberText = (value: number, digits = 0): string =>
  formatOf({ maximumFractionDigits: digits }).format(value)

/** "80%": whole percent as the reader's language writes them. */
export const percentText = (percent: number): string => formatOf({ style: 'percent' }).format(percent / 100)

/** A browser takes milliseconds to make one, and a table has many numbers. */
function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const language = currentLanguage()
  const key = `${language} ${Object.entries(options).join(' ')}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options)
  formats.set(key, format)
  return format
}
