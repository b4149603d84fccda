import { Button, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconClockOff, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MINUTE_MS, toIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { AnchoredPopover } from '#web/ui/layout/AnchoredPopover.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { isSessionLength, type Span } from '#web/widgets/times/span.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { whyNotQuery } from '../calendar.queries.ts'
import { timesText } from '../span-text.ts'
import { isOwnSession, useWhyText } from './why-text.ts'
import { BlockDialog } from '../days/BlockDialog.tsx'
import classes from './EntryPopover.module.css'

type Props = { span: Span; at: DOMRect; onClose: () => void }

/** What a coach can create from a drawn range: a session, also outside the offered hours, or blocked time. */
export function SelectionPopover({ span, at, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const { timezone } = useViewer()
  const [blocking, setBlocking] = useState(false)
  const language = currentLanguage()
  const times = timesText(span, timezone, language, t('wholeDay'))
  if (blocking) return <BlockDialog span={span} onClose={onClose} />
  return (
    <AnchoredPopover label={times} at={at} onClose={onClose}>
      {/* The link to a session may disappear once its warnings load: the focus is on an element that stays. */}
      <div className={classes.popover} tabIndex={-1} data-autofocus>
        <div>
          <h2 className={classes.title}>{times}</h2>
          <p className={classes.day}>{formatDayLong(span.start, timezone, language)}</p>
        </div>
        {isSessionLength(span) && <Booking span={span} />}
        <Button
          variant="default"
          leftSection={<IconClockOff size={18} aria-hidden="true" />}
          onClick={() => setBlocking(true)}
        >
          {t('block.title')}
        </Button>
      </div>
    </AnchoredPopover>
  )
}

/** The link to a new session at that time, with its warnings; absent if another session is there. */
function Booking({ span }: { span: Span }) {
  const { t } = useTranslation('calendar')
  const { coachId, timezone } = useViewer()
  const isPast = span.start < useNow()
  const minutes = Math.round((span.end - span.start) / MINUTE_MS)
  const query = useQuery({ ...whyNotQuery(coachId, span.start, minutes), enabled: !isPast })
  const whyText = useWhyText(timezone)
  const why = isPast ? t('why.past') : query.data && whyText(query.data)
  const isTaken = !isPast && query.data !== undefined && isOwnSession(query.data)
  const said = why !== undefined && (
    <p className={classes.why}>
      <IconInfoCircle size={18} aria-hidden="true" />
      {why}
    </p>
  )
  return (
    <>
      <div role="status">
        {isPast ? (
          said
        ) : (
          <QueryView query={query} skeleton={<Skeleton height={38} radius={10} />}>
            {() => said}
          </QueryView>
        )}
      </div>
      {!isTaken && (
        <Button
          component={Link}
          to={paths.sessionNewCoach({
            type: 'Client',
            startsAt: toIso(span.start),
            minutes: String(minutes),
          })}
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
        >
          {why === undefined || isPast ? t('newSession') : t('anyway')}
        </Button>
      )}
    </>
  )
}
