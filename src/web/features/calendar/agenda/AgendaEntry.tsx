import { ActionIcon, Anchor } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { MeetingPlace } from '#web/widgets/session/meeting/MeetingPlace.tsx'
import { SessionStatus } from '#web/widgets/session/SessionStatus.tsx'
import { BothTimes, SessionTime } from '#web/widgets/session/SessionTime.tsx'
import { isNear, otherParty } from '#web/widgets/session/session-look.ts'
import { entryTitle } from '#web/features/calendar/grid/grid-events.ts'
import { KindIcon } from '#web/features/calendar/board/KindIcon.tsx'
import { stateOf, type Entry } from '../entries.ts'
import { timesText } from '../span-text.ts'
import classes from './AgendaEntry.module.css'

type Props = { entry: Entry; onOpen: (entry: Entry, at: DOMRect) => void }

/** A line of the agenda: when, what in the colour of its state, and what can be done at once. */
export function AgendaEntry({ entry, onOpen }: Props) {
  const { t } = useTranslation(['calendar', 'schedule', 'sessions'])
  const { side, timezone } = useViewer()
  const title = entryTitle(entry, side, t)
  return (
    <li className={classes.entry} data-state-colour={stateOf(entry)}>
      {entry.kind === 'session' ? (
        <SessionLine session={entry.session} />
      ) : (
        <>
          <time className={classes.when}>{timesText(entry, timezone, currentLanguage(), t('wholeDay'))}</time>
          <span className={classes.other}>
            <KindIcon entry={entry} />
            <span className={classes.title}>{title}</span>
          </span>
        </>
      )}
      <div className={classes.actions}>
        {entry.kind === 'session' && isNear(entry.session) && (
          <JoinButton session={entry.session} variant="light" />
        )}
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t('options', { title })}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onOpen(entry, currentTarget.getBoundingClientRect())}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}

/** The cells of a session: when, its title, its state, where. */
function SessionLine({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const { startsAt, endsAt } = session
  const other = otherParty(session, viewer)
  return (
    <>
      <span className={classes.when}>
        <SessionTime startsAt={startsAt} endsAt={endsAt} timezone={viewer.timezone} timeOnly />
      </span>
      <Anchor
        component={Link}
        inherit
        to={paths.sessionView({ sessionId: session.id })}
        className={`lone-link ${classes.title}`}
      >
        {session.title}
      </Anchor>
      <span className={classes.state}>
        <SessionStatus session={session} side={viewer.side} />
        {session.excused && <StatusBadge label={t('excusedBadge')} tone="neutral" />}
      </span>
      <span className={classes.place}>
        <MeetingPlace session={session} />
        {other && <BothTimes startsAt={startsAt} timezone={viewer.timezone} other={other} />}
      </span>
    </>
  )
}
