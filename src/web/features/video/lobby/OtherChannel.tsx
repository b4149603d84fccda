import { Button } from '@mantine/core'
import { IconMapPin, IconMessage, IconPhone, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { coachQuery } from '#web/widgets/queries/coach.queries.ts'
import { MeetingPlace } from '#web/widgets/session/meeting/MeetingPlace.tsx'
import { isAhead, otherParty } from '#web/widgets/session/session-look.ts'
import { opensTab } from '#web/widgets/shown-contacts.ts'
import { LobbyFrame } from './LobbyFrame.tsx'
import classes from './Lobby.module.css'
import { type OtherSide, type Reach, isCalled, reachOf } from './reach.ts'

/** A session that is held outside our rooms: one tap to where it is (product §10). */
export function OtherChannel({ session }: { session: SessionDto }) {
  const { t } = useTranslation('video')
  const viewer = useViewer()
  const isCoach = viewer.side === 'coach'
  // A coach cannot see the numbers of a group.
  const needsOther = isAhead(session) && isCalled(session) && !(isCoach && session.clientId === null)
  const client = useQuery({ ...clientQuery(session.clientId ?? ''), enabled: needsOther && isCoach })
  const coach = useQuery({ ...coachQuery(viewer.coachId), enabled: needsOther && !isCoach })
  const name = otherParty(session, viewer)?.name ?? session.group?.name ?? ''
  const wayTo = (other: OtherSide) => (
    <Way reach={reachOf(session, viewer.side, other)} session={session} name={name} />
  )
  return (
    <LobbyFrame session={session} narrow>
      <Card className={classes.reach}>
        {isAhead(session) ? (
          <>
            <div className={classes.channel}>
              <MeetingPlace session={session} whole />
            </div>
            {!needsOther ? (
              wayTo({ country: null })
            ) : isCoach ? (
              <QueryView query={client}>{(data) => wayTo(ofClient(data))}</QueryView>
            ) : (
              <QueryView query={coach}>{(data) => wayTo(ofCoach(data))}</QueryView>
            )}
          </>
        ) : (
          <p className={classes.line}>{t('door.closed')}</p>
        )}
      </Card>
    </LobbyFrame>
  )
}

type Known = { phone: string | null; whatsapp: string | null; country: string | null; email: string }

function ofClient({ phone, whatsapp, country, email }: Known): OtherSide {
  return { phone, whatsapp, country, email }
}

type Shown = { country: string; contacts: readonly { kind: string; value: string }[] }

/** Only what the coach shows. */
function ofCoach(coach: Shown): OtherSide {
  return {
    country: coach.country,
    ...Object.fromEntries(coach.contacts.map(({ kind, value }) => [kind, value])),
  }
}

function Way({ reach, session, name }: { reach: Reach; session: SessionDto; name: string }) {
  const { t } = useTranslation('video')
  const { side, clientId } = useViewer()
  const isPlace = session.channel === 'place'
  if (reach.kind === 'page') {
    return (
      <Button
        component="a"
        href={reach.href}
        target="_blank"
        rel="noopener noreferrer"
        size="lg"
        leftSection={
          isPlace ? <IconMapPin size={20} aria-hidden="true" /> : <IconVideo size={20} aria-hidden="true" />
        }
      >
        {t(isPlace ? 'other.map' : 'other.open')}
      </Button>
    )
  }
  if (reach.kind === 'call') {
    return (
      <>
        <p className={classes.number}>{reach.shown}</p>
        {reach.href !== undefined && (
          <Button
            component="a"
            href={reach.href}
            size="lg"
            leftSection={<IconPhone size={20} aria-hidden="true" />}
            {...(opensTab(reach.href) && { target: '_blank', rel: 'noopener noreferrer' })}
          >
            {t('other.call', { name })}
          </Button>
        )}
      </>
    )
  }
  // The line above says it, and offers to add the link.
  if (!isCalled(session)) return null
  const room = session.clientId ?? session.groupId ?? clientId
  return (
    <>
      <p className={classes.line}>{t(`other.missing.${reach.who}.${side}`, { name })}</p>
      <div>
        {side === 'coach' && reach.who === 'both' ? (
          <Button component={Link} to={paths.profileSection({ section: 'contact' })}>
            {t('other.ownNumbers')}
          </Button>
        ) : side === 'coach' && session.clientId !== null ? (
          <Button component={Link} to={paths.clientEdit({ clientId: session.clientId })}>
            {t('other.addNumber')}
          </Button>
        ) : (
          <Button
            component={Link}
            to={paths.messages(room === null ? {} : { room })}
            leftSection={<IconMessage size={18} aria-hidden="true" />}
          >
            {t('other.write')}
          </Button>
        )}
      </div>
    </>
  )
}
