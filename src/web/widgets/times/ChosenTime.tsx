import { CloseButton } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { EpochMs } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './ChosenTimes.module.css'
import { spanBody } from './span.ts'

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
  return (
    <li className={classes.time}>
      <IconCalendarCheck size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.when}>
        <TimeForBoth session={session} viewer={viewer} at={spanBody({ start, end })} />
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
