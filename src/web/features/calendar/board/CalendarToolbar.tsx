import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarDate } from '#time/calendar-date.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { NARROW_VIEWS, VIEWS, stepped, titleOf } from '../calendar-view.ts'
import { useRoomy } from '../use-roomy.ts'
import type { CalendarPlace } from '../use-shown-days.ts'
import { CalendarMenu } from './CalendarMenu.tsx'
import classes from './CalendarToolbar.module.css'
import { useCalendarKeys } from './use-calendar-keys.ts'

type Props = {
  place: CalendarPlace
  today: CalendarDate
  onGo: (change: Partial<CalendarPlace>) => void
}

/** The displayed period, the navigation and the views. */
export function CalendarToolbar({ place, today, onGo }: Props) {
  const { view, date } = place
  const { t } = useTranslation('calendar')
  const roomy = useRoomy()
  // On a phone an agenda is listed under the days of its week, and goes on by weeks.
  const period = !roomy && view === 'agenda' ? 'week' : view
  const step = (direction: 1 | -1) => onGo({ date: stepped(period, date, direction) })
  const views = roomy ? VIEWS : NARROW_VIEWS
  useCalendarKeys({ place, today, period, views, onGo })
  return (
    <>
      <div className={classes.nav}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t(`previous.${period}`)}
          aria-keyshortcuts="ArrowLeft"
          onClick={() => step(-1)}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t(`next.${period}`)}
          aria-keyshortcuts="ArrowRight"
          onClick={() => step(1)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
        <Button
          variant="default"
          aria-keyshortcuts="T"
          disabled={today === date}
          onClick={() => onGo({ date: today })}
        >
          {t('today')}
        </Button>
        <h2 className={classes.title} aria-live="polite">
          {titleOf(period, date, currentLanguage())}
          {view !== 'month' && date.slice(0, 4) !== today.slice(0, 4) && (
            <span className={classes.year}>{date.slice(0, 4)}</span>
          )}
        </h2>
      </div>
      <div className={classes.ways}>
        <Segments
          large
          label={t('viewsLabel')}
          options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={view}
          onChange={(next) => onGo({ view: next })}
        />
        <CalendarMenu />
      </div>
    </>
  )
}
