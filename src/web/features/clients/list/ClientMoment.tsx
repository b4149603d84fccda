import { useTranslation } from 'react-i18next'
import { fromIso } from '#time/clock.ts'
import { formatClock } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { capitalized } from '#web/widgets/capitalized.ts'
import { comingDay, shortDay } from '#time/relative.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientMoment.module.css'

type Props = {
  at: string | null
  timezone: string
  /** In the future: the time is shown too, and today and tomorrow are named. */
  coming?: boolean
}

/** A date in a list, or a dash. */
export function ClientMoment({ at, timezone, coming = false }: Props) {
  const now = useNow()
  if (at === null) return <Nothing />
  const ms = fromIso(at)
  const language = currentLanguage()
  if (!coming) {
    return (
      <time dateTime={at} className={classes.moment}>
        <span>{shortDay(ms, now, timezone, language)}</span>
      </time>
    )
  }
  const day = capitalized(comingDay(at, { timezone, language, now }, 'short'))
  return (
    <time dateTime={at} className={classes.moment}>
      <span>{day}</span>
      <span className={classes.time}>{formatClock(ms, timezone, language)}</span>
    </time>
  )
}

/** An empty cell, announced to screen readers. */
export function Nothing() {
  const { t } = useTranslation('clients')
  return (
    <span className={classes.none} role="img" aria-label={t('noneSpoken')}>
      {t('none')}
    </span>
  )
}
