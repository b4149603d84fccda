import { useTranslation } from 'react-i18next'
import type { TimeWarning } from '#contract/sessions/session-series.ts'

/**
 * Whether a coach may choose a time despite its warnings: any but one that clashes with their own sessions (product
 * §8).
 */
export function isBookable(warnings: readonly TimeWarning[]): boolean {
  return warnings.every(({ code }) => code !== 'overlap')
}

/** Whether a time has warnings that the coach may override: the button then says "de todos modos". */
export function isOverridable(warnings: readonly TimeWarning[]): boolean {
  return warnings.length > 0 && isBookable(warnings)
}

/** The warnings of all sessions that would move or be booked, without duplicates. */
export function distinctWarnings(
  occurrences: readonly { warnings: readonly TimeWarning[] }[],
): TimeWarning[] {
  const found = occurrences.flatMap(({ warnings }) => warnings)
  const keyOf = ({ code, inTheWay, holiday }: TimeWarning) => JSON.stringify([code, inTheWay?.title, holiday])
  return [...new Map(found.map((warning) => [keyOf(warning), warning])).values()]
}

/** The sentence for a warning about a time (product §9). */
export function useWarningText(): (warning: TimeWarning) => string {
  const { t } = useTranslation('schedule')
  return ({ code, inTheWay, holiday }) => {
    if (code === 'holiday' && holiday) return t('warnings.holiday', { name: t(`holidays.${holiday}`) })
    const title = inTheWay?.title
    if ((code === 'overlap' || code === 'blocked' || code === 'external' || code === 'buffer') && title) {
      return t(`warnings.${code}With`, { title })
    }
    return t(`warnings.${code === 'holiday' ? 'outsideHours' : code}`)
  }
}
