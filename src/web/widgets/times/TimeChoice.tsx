import { Button, Skeleton } from '@mantine/core'
import { IconCalendarSearch, IconClockEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarDate } from '#time/calendar-date.ts'
import { addMinutes, type EpochMs } from '#time/clock.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { DayAgenda } from './day/DayAgenda.tsx'
import { DayStrip } from './DayStrip.tsx'
import { SlotPicker, type OtherZone } from './SlotPicker.tsx'
import classes from './TimeChoice.module.css'
import { useSlots } from './use-slots.ts'

/** About what a week and the hours of a day take, in CSS pixels. */
const TIMES_HEIGHT = 360

type Props = {
  viewer: Viewer
  other: OtherZone | null
  durationMin: number
  /** The day that opens first, if it has free starts. */
  firstDate: CalendarDate | null
  chosen: readonly EpochMs[]
  onChoose: (start: EpochMs) => void
  /** Any other hour, for the coach: its fields replace the free starts while it is open. */
  own?: {
    isOpen: boolean
    /** `day` is the one whose free starts were shown; null without any. */
    onOpen: (isOpen: boolean, day: CalendarDate | null) => void
    fields: ReactNode
  }
  /** The session that gets another time. It does not clash with itself. */
  without?: string
}

/**
 * The choice of a start, the same wherever one is chosen: the free ones by day, in both zones where they differ; for the
 * coach their day under it, and any other hour one click away (product §8, §9).
 */
export function TimeChoice({ own, ...props }: Props) {
  const { t } = useTranslation('sessions')
  const fieldsId = useId()
  const query = useQuery(calendarQuery(props.viewer.coachId))
  const day = useRef<CalendarDate>(null)
  const skeleton = <Skeleton height={TIMES_HEIGHT} radius={14} />
  return (
    <div className={classes.choice}>
      {own?.isOpen ? (
        <div id={fieldsId}>{own.fields}</div>
      ) : (
        <QueryView query={query} skeleton={skeleton}>
          {({ horizonDays }) => (
            <Slots {...props} horizonDays={horizonDays} onDay={(shown) => void (day.current = shown)} />
          )}
        </QueryView>
      )}
      {own && (
        <Button
          className={classes.switch}
          variant="subtle"
          leftSection={
            own.isOpen ? (
              <IconCalendarSearch size={18} aria-hidden="true" />
            ) : (
              <IconClockEdit size={18} aria-hidden="true" />
            )
          }
          onClick={() => own.onOpen(!own.isOpen, day.current)}
        >
          {t(own.isOpen ? 'times.seeFree' : 'times.own')}
        </Button>
      )}
    </div>
  )
}

type SlotsProps = Omit<Props, 'own'> & {
  horizonDays: number
  onDay: (day: CalendarDate | null) => void
}

function Slots({
  viewer,
  other,
  durationMin,
  firstDate,
  chosen,
  onChoose,
  without,
  horizonDays,
  onDay,
}: SlotsProps) {
  const { coachId, timezone, side } = viewer
  const now = useNow()
  const slots = useSlots({ coachId, timezone, durationMin, horizonDays, now, firstDate, moving: without })
  const { day } = slots
  useEffect(() => {
    onDay(day?.date ?? null)
  })
  const start = day && chosen.find((each) => day.starts.includes(each))
  return (
    <QueryView query={slots.query} skeleton={<Skeleton height={TIMES_HEIGHT} radius={14} />}>
      {() => (
        <>
          <div>
            <DayStrip
              weekStart={slots.week}
              days={slots.days}
              chosen={day?.date ?? null}
              onChoose={slots.chooseDay}
              onPrevious={slots.previous}
              onNext={slots.next}
              side={side}
            />
          </div>
          {day && (
            <SlotPicker day={day} timezone={timezone} other={other} chosen={chosen} onChoose={onChoose} />
          )}
          {day && side === 'coach' && (
            <DayAgenda
              date={day.date}
              viewer={viewer}
              {...(without && { without })}
              {...(start && { range: { start, end: addMinutes(start, durationMin) } })}
            />
          )}
        </>
      )}
    </QueryView>
  )
}
