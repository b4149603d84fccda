import { useTranslation } from 'react-i18next'
import type { ActivityDto } from '#contract/account/activity.ts'
import { type CalendarDate, dateOf } from '#time/calendar-date.ts'
import { DAY_MS, type IsoInstant, epochMs, fromIso } from '#time/clock.ts'
import { formatClock, formatFullDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useSessionUser } from '#web/store/store.ts'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './Activity.module.css'
import { lookOf, whereText } from './activity-text.ts'

/** Entries by the days of the person's zone. */
export function ActivityList({ entries }: { entries: readonly ActivityDto[] }) {
  const { timezone } = useSessionUser()
  const dayNames = useDayNames()
  const days = Map.groupBy(entries, ({ at }) => dateOf(fromIso(at), timezone))
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={classes.day}>
      <h3 className={classes.heading}>{dayNames(day)}</h3>
      <ul className={classes.list}>
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

function useDayNames(): (day: CalendarDate) => string {
  const { t } = useTranslation('activity')
  const { timezone } = useSessionUser()
  const now = useNow()
  const today = dateOf(now, timezone)
  const yesterday = dateOf(epochMs(now - DAY_MS), timezone)
  return (day) => {
    if (day === today) return t('today')
    return day === yesterday ? t('yesterday') : formatFullDate(day, timezone, currentLanguage())
  }
}

function Entry({ entry }: { entry: ActivityDto }) {
  const { t } = useTranslation(['activity', 'payment'])
  const { timezone } = useSessionUser()
  const { icon: KindIcon, text, failed } = lookOf(entry)
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-tone={failed && 'negative'} aria-hidden="true">
        <KindIcon size={20} />
      </span>
      <div className={classes.facts}>
        <p className={classes.what}>
          {text(t, entry)}
          {failed && <StatusBadge label={t('failed')} tone="negative" />}
        </p>
        <p className={classes.where}>{whereText(t, entry)}</p>
      </div>
      <time dateTime={entry.at} className={classes.time}>
        {formatClock(fromIso(entry.at), timezone, currentLanguage())}
      </time>
    </li>
  )
}

/** The end of the list, for an account that is older than the log. */
export function SinceLine({ since }: { since: IsoInstant | null }) {
  const { t } = useTranslation('activity')
  const { timezone } = useSessionUser()
  if (since === null) return null
  return (
    <p className={classes.since}>
      {t('since', { day: formatFullDate(fromIso(since), timezone, currentLanguage()) })}
    </p>
  )
}
