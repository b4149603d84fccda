import { useTranslation } from 'react-i18next'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatShortDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { capitalized } from '#web/widgets/capitalized.ts'
import { comingDay } from '#web/widgets/moment-text.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientMoment.module.css'

type Props = {
  at: string | null
  timezone: string
  /** It is yet to come: its time is of interest too, and today and tomorrow are called so. */
  coming?: boolean
}

/** A day in a list, or that there is none. */
export function ClientMoment({ at, timezone, coming = false }: Props) {
  const now = useNow()
  if (at === null) return <Nothing />
  const ms = fromIso(at)
  const language = currentLanguage()
  if (!coming) {
    return (
      <time dateTime={at} className={classes.moment}>
        <span>{formatShortDate(ms, timezone, language)}</span>
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

/** A cell with nothing in it, said so to who does not see the dash. */
export function Nothing() {
  const { t } = useTranslation('clients')
  return (
    <span className={classes.none} role="img" aria-label={t('noneSpoken')}>
      {t('none')}
    </span>
  )
}
