import { Anchor, Button } from '@mantine/core'
import { IconCalendarTime, IconClock, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { AnchoredPopover } from '#web/ui/layout/AnchoredPopover.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { MeetingPlace } from '#web/widgets/session/meeting/MeetingPlace.tsx'
import { SessionStatus } from '#web/widgets/session/SessionStatus.tsx'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import { otherParty } from '#web/widgets/session/session-look.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { MoveSessionDialog } from '#web/widgets/session/move/MoveSessionDialog.tsx'
import classes from './EntryPopover.module.css'
import { SessionLinks } from './SessionLinks.tsx'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'

type Props = { session: SessionListItem; at: DOMRect; onClose: () => void }

/** A summary of a session, with the viewer's allowed actions. */
export function SessionPopover({ session, at, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  const [moving, setMoving] = useState(false)
  const canMove = viewer.side === 'coach' && session.allowedActions.includes('reschedule')
  if (moving) return <MoveSessionDialog session={session} onClose={onClose} />
  return (
    <AnchoredPopover label={session.title} at={at} onClose={onClose}>
      <div className={classes.popover}>
        <div className={classes.head}>
          <h2 className={classes.title}>{session.title}</h2>
          <SessionStatus session={session} side={viewer.side} />
        </div>
        <Facts session={session} viewer={viewer} />
        <div className={classes.buttons}>
          <JoinButton session={session} />
          <Button
            component={Link}
            to={paths.sessionView({ sessionId: session.id })}
            variant="default"
            data-autofocus
          >
            {t('seeSession')}
          </Button>
          {canMove && (
            <Button variant="default" onClick={() => setMoving(true)}>
              {t('reschedule')}
            </Button>
          )}
          <SessionLinks session={session} viewer={viewer} />
        </div>
      </div>
    </AnchoredPopover>
  )
}

function Facts({ session, viewer }: { session: SessionListItem; viewer: Viewer }) {
  const { t } = useTranslation('calendar')
  const { moveRequest } = session
  return (
    <div className={classes.facts}>
      <div className={classes.fact}>
        <IconClock size={18} aria-hidden="true" />
        <div>
          <TimeForBoth session={session} viewer={viewer} />
        </div>
      </div>
      <div className={classes.fact}>
        {session.type === 'Group' ? (
          <IconUsersGroup size={18} aria-hidden="true" />
        ) : (
          <IconUser size={18} aria-hidden="true" />
        )}
        <Who session={session} viewer={viewer} />
      </div>
      <div className={classes.place}>
        <MeetingPlace session={session} />
      </div>
      {moveRequest && (
        <p className={classes.why}>
          <IconCalendarTime size={18} aria-hidden="true" />
          <WholeTimes
            text={t(`moveAskedTo.${viewer.side}`, {
              when: formatDayAndTimes(
                fromIso(moveRequest.startsAt),
                fromIso(moveRequest.endsAt),
                viewer.timezone,
                currentLanguage(),
              ),
            })}
          />
        </p>
      )}
    </div>
  )
}

/** The other person or the group, with a link where there is one. */
function Who({ session, viewer }: { session: SessionListItem; viewer: Viewer }) {
  const other = otherParty(session, viewer)
  const name = session.group?.name ?? other?.fullName ?? ''
  const to = placeOf(session, viewer)
  if (to === undefined) return <span>{name}</span>
  return (
    <Anchor component={Link} inherit to={to}>
      {name}
    </Anchor>
  )
}

function placeOf({ clientId, groupId }: SessionListItem, { side }: Viewer): string | undefined {
  if (side === 'client') return groupId === null ? paths.coach() : undefined
  if (groupId !== null) return paths.groupView({ groupId })
  return clientId === null ? undefined : paths.clientView({ clientId })
}
