import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { MINUTE_MS, fromIso, type EpochMs } from '#time/clock.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { dayOf, otherParty } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { useSlots } from './use-slots.ts'
import { DayStrip } from './DayStrip.tsx'
import classes from './SlotChoice.module.css'
import { SlotPicker } from './SlotPicker.tsx'

type Props = {
  session: SessionListItem
  viewer: Viewer
  chosen: readonly EpochMs[]
  onChoose: (start: EpochMs) => void
}

/** The free starts for a session that gets another time, from its week on. */
export function SlotChoice(props: Props) {
  const query = useQuery(calendarQuery(props.viewer.coachId))
  return (
    <QueryView query={query} skeleton={<Skeleton height={220} radius={14} />}>
      {({ horizonDays }) => <Slots {...props} horizonDays={horizonDays} />}
    </QueryView>
  )
}

function Slots({ session, viewer, chosen, onChoose, horizonDays }: Props & { horizonDays: number }) {
  const { coachId, timezone } = viewer
  const slots = useSlots({
    coachId,
    timezone,
    durationMin: minutesOf(session),
    horizonDays,
    now: useNow(),
    firstDate: dayOf(session, viewer),
  })
  return (
    <QueryView query={slots.query} skeleton={<Skeleton height={220} radius={14} />}>
      {() => (
        <div className={classes.slots}>
          <div>
            <DayStrip
              weekStart={slots.week}
              days={slots.days}
              chosen={slots.day?.date ?? null}
              onChoose={slots.chooseDay}
              onPrevious={slots.previous}
              onNext={slots.next}
            />
          </div>
          {slots.day && (
            <SlotPicker
              day={slots.day}
              timezone={timezone}
              other={otherParty(session, viewer)}
              chosen={chosen}
              onChoose={onChoose}
            />
          )}
        </div>
      )}
    </QueryView>
  )
}

/** The duration of a session. */
export function minutesOf({ startsAt, endsAt }: Pick<SessionListItem, 'startsAt' | 'endsAt'>): number {
  return Math.round((fromIso(endsAt) - fromIso(startsAt)) / MINUTE_MS)
}
