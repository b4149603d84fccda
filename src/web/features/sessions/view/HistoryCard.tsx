import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '#contract/sessions/session-records.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatDayLong, formatShortDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { historyQuery } from '../moves.queries.ts'
import classes from './HistoryCard.module.css'

type Props = { sessionId: string; viewer: Viewer }

type CardProps = Props & {
  /** Where nothing else tells what became of the session. */
  startsOpen: boolean
}

/** The history of a session, folded by default where there is more (product §9). */
export function HistoryCard({ sessionId, viewer, startsOpen }: CardProps) {
  const { t } = useTranslation(['moves', 'common'])
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  return (
    <Card className={classes.card}>
      <h2 className={classes.title}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t('history.title')}
          <IconChevronDown size={18} aria-hidden="true" className={classes.chevron} />
        </UnstyledButton>
      </h2>
      <div id={id} hidden={!open}>
        {open && <Entries sessionId={sessionId} viewer={viewer} />}
      </div>
    </Card>
  )
}

function Entries({ sessionId, viewer }: Props) {
  const { t } = useTranslation('common')
  const query = useQuery(historyQuery(sessionId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('loading')} rows={2} avatars={false} />}>
      {({ data }) => (
        <ol className={classes.entries}>
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} viewer={viewer} />
          ))}
        </ol>
      )}
    </QueryView>
  )
}

function Entry({ entry, viewer }: { entry: HistoryEntry; viewer: Viewer }) {
  const { t } = useTranslation('moves')
  const { what, at, by, name, startsAt, fromStartsAt, reason, late } = entry
  const { timezone } = viewer
  const language = currentLanguage()
  const moment = (instant: string) =>
    `${formatDayLong(fromIso(instant), timezone, language)}, ${formatClock(fromIso(instant), timezone, language)}`
  const who = by === 'clock' ? t('history.clock') : by === viewer.side ? t('history.you') : name
  return (
    <li className={classes.entry}>
      <span className={classes.what}>{t(late ? 'history.late' : `history.what.${what}`)}</span>
      {fromStartsAt !== null && startsAt !== null ? (
        <span className={classes.detail}>
          {t('history.fromTo', { from: moment(fromStartsAt), to: moment(startsAt) })}
        </span>
      ) : (
        startsAt !== null && <span className={classes.detail}>{moment(startsAt)}</span>
      )}
      {reason !== null && reason !== '' && (
        <span className={classes.detail}>{t('history.reason', { reason })}</span>
      )}
      <span className={classes.meta}>
        {[
          who,
          `${formatShortDate(fromIso(at), timezone, language)}, ${formatClock(fromIso(at), timezone, language)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}
