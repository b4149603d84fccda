import { ActionIcon, Button, Group, VisuallyHidden } from '@mantine/core'
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong, formatDayRange, formatWeekday } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import type { SlotDay } from './slot-days.ts'
import classes from './DayStrip.module.css'

type Props = {
  weekStart: CalendarDate
  /** The days of this week with free starts. */
  days: readonly SlotDay[]
  chosen: CalendarDate | null
  onChoose: (date: CalendarDate) => void
  /** Absent if there is no next week to go to. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Who chooses: a coach reads about their own calendar. */
  side: Viewer['side']
  /** Alternatives if nothing is free. */
  otherWay?: ReactNode
}

/** A week's bookable days (product §9). */
export function DayStrip({ weekStart, days, chosen, onChoose, onPrevious, onNext, side, otherWay }: Props) {
  const { t } = useTranslation('sessions')
  const language = currentLanguage()
  return (
    <>
      <div className={classes.nav}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('newClient.previousWeek')}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <span className={classes.week} aria-live="polite">
          {formatDayRange(weekStart, addDays(weekStart, 6), language)}
        </span>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('newClient.nextWeek')}
          disabled={onNext === undefined}
          onClick={onNext}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      {days.length === 0 ? (
        <EmptyState
          icon={<IconCalendarOff />}
          text={
            onNext ? (
              t('newClient.empty')
            ) : (
              <TwoLines
                title={t(side === 'coach' ? 'times.none' : 'newClient.noneAtAll')}
                hint={t(side === 'coach' ? 'times.noneHint' : 'newClient.noneAtAllHint')}
              />
            )
          }
          action={
            <Group gap="xs" justify="center">
              {onNext && (
                <Button variant="light" onClick={onNext}>
                  {t('newClient.seeNext')}
                </Button>
              )}
              {otherWay}
            </Group>
          }
        />
      ) : (
        <div className={classes.days} role="group" aria-label={t('newClient.days')}>
          {days.map(({ date, starts }) => (
            <button
              key={date}
              type="button"
              className={classes.day}
              aria-pressed={date === chosen}
              onClick={() => onChoose(date)}
            >
              <VisuallyHidden>{formatDayLong(date, 'UTC', language)}</VisuallyHidden>
              <span className={classes.weekday} aria-hidden="true">
                {formatWeekday(weekdayOf(date), language, 'short')}
              </span>
              <span className={classes.number} aria-hidden="true">
                {Number(date.slice(8))}
              </span>
              <span className={classes.count}>{t('newClient.slotsCount', { count: starts.length })}</span>
            </button>
          ))}
        </div>
      )}
    </>
  )
}
