import { Anchor } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { MeetingPlace } from '#web/widgets/session/meeting/MeetingPlace.tsx'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import { isAhead, otherParty, takesTime } from '#web/widgets/session/session-look.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './SessionFacts.module.css'

type Props = {
  session: SessionListItem
  viewer: Viewer
  /** Hides the place while it is still being chosen. */
  withPlace?: boolean
}

/** Who, when, where and what for. */
export function SessionFacts({ session, viewer, withPlace = true }: Props) {
  const { t } = useTranslation('sessions')
  const other = otherParty(session, viewer)
  return (
    <dl className={classes.facts}>
      {other && (
        <Fact name={t(viewer.side === 'coach' ? 'view.client' : 'view.coach')}>
          <span className={classes.person}>
            <PersonAvatar name={other.fullName} src={other.photo?.fileURL} size={28} />
            {session.clientId !== null && viewer.side === 'coach' ? (
              <Anchor component={Link} inherit to={paths.clientView({ clientId: session.clientId })}>
                {other.fullName}
              </Anchor>
            ) : (
              other.fullName
            )}
          </span>
        </Fact>
      )}
      {session.group && (
        <Fact name={t('view.group')}>
          <span className={classes.person}>
            <PersonAvatar name={session.group.name} src={session.group.photo?.fileURL} size={28} />
            {viewer.side === 'coach' ? (
              <Anchor component={Link} inherit to={paths.groupView({ groupId: session.group.id })}>
                {session.group.name}
              </Anchor>
            ) : (
              session.group.name
            )}
          </span>
        </Fact>
      )}
      {/* If other times are proposed, the requested one is no longer held. */}
      <Fact name={t(session.status === 'proposed' ? 'view.askedFor' : 'view.when')}>
        <span className={classes.when} data-off={!takesTime(session) || undefined}>
          <TimeForBoth session={session} viewer={viewer} />
          {session.seriesId !== null && (
            <span className={classes.series}>
              <IconRepeat size={15} aria-hidden="true" />
              {t('view.series')}
            </span>
          )}
        </span>
      </Fact>
      {withPlace && (
        <Fact name={t('view.where')}>
          <MeetingPlace session={session} whole={isAhead(session)} />
        </Fact>
      )}
      <Fact name={t('view.objective')}>
        {session.objective || <span className={classes.none}>{t('view.noObjective')}</span>}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
