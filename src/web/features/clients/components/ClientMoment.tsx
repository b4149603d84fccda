import { useTranslation } from 'react-i18next'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatShortDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import classes from './ClientMoment.module.css'

type Props = {
  at: string | null
  timezone: string
  withTime?: boolean
}

/** A day in a list, or that there is none. */
export function ClientMoment({ at, timezone, withTime = false }: Props) {
  if (at === null) return <Nothing />
  const ms = fromIso(at)
  const language = currentLanguage()
  return (
    <time dateTime={at} className={classes.moment}>
      <span>{formatShortDate(ms, timezone, language)}</span>
      {withTime && <span className={classes.time}>{formatClock(ms, timezone, language)}</span>}
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
