import { CloseButton } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { toIso, type EpochMs } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { SessionTime } from '#web/widgets/session/SessionTime.tsx'
import { otherParty } from '#web/widgets/session/session-look.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './ChosenTimes.module.css'

type Props = {
  start: EpochMs
  end: EpochMs
  session: SessionListItem
  viewer: Viewer
  /** Removes it; absent where another choice replaces it. */
  onRemove?: () => void
}

/** A chosen time, for both. */
export function ChosenTime({ start, end, session, viewer, onRemove }: Props) {
  const { t } = useTranslation('moves')
  const other = otherParty(session, viewer)
  return (
    <li className={classes.time}>
      <IconCalendarCheck size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.when}>
        <SessionTime
          startsAt={toIso(start)}
          endsAt={toIso(end)}
          timezone={viewer.timezone}
          {...(other && { other })}
        />
      </div>
      {onRemove && (
        <CloseButton
          aria-label={t('propose.remove', {
            time: formatDayAndTimes(start, end, viewer.timezone, currentLanguage()),
          })}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
