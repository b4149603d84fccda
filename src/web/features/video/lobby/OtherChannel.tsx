import { Button } from '@mantine/core'
import { IconMapPin, IconMessage, IconPhone, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { coachQuery } from '#web/widgets/queries/coach.queries.ts'
import { MeetingPlace } from '#web/widgets/session/meeting/MeetingPlace.tsx'
import { isAhead, otherParty } from '#web/widgets/session/session-look.ts'
import { opensTab } from '#web/widgets/shown-contacts.ts'
import { LobbyFrame } from './LobbyFrame.tsx'
import classes from './Lobby.module.css'
import { type OtherSide, type Reach, reachOf } from './reach.ts'

const NOTHING_KNOWN: OtherSide = { country: null }

/** A session that is held outside our rooms: one tap to where it is (product §10). */
export function OtherChannel({ session }: { session: SessionDto }) {
  const { t } = useTranslation(['video', 'sessions', 'common'])
  const viewer = useViewer()
  const isCoach = viewer.side === 'coach'
  const client = useQuery({
    ...clientQuery(session.clientId ?? ''),
    enabled: isCoach && session.clientId !== null,
  })
  const coach = useQuery({ ...coachQuery(viewer.coachId), enabled: !isCoach })
  const isLoading = client.isLoading || coach.isLoading
  const reach = reachOf(session, viewer.side, isCoach ? ofClient(client.data) : ofCoach(coach.data))
  const name = otherParty(session, viewer)?.name ?? session.group?.name ?? ''
  return (
    <LobbyFrame session={session} narrow>
      <Card className={classes.reach}>
        {isLoading ? (
          <ListSkeleton label={t('common:loading')} />
        ) : isAhead(session) ? (
          <>
            <div className={classes.channel}>
              <MeetingPlace session={session} whole />
            </div>
            <Way reach={reach} session={session} name={name} />
          </>
        ) : (
          <p className={classes.line}>{t('door.closed')}</p>
        )}
      </Card>
    </LobbyFrame>
  )
}

type Known = { phone: string | null; whatsapp: string | null; country: string | null; email: string }

function ofClient(client: Known | undefined): OtherSide {
  if (!client) return NOTHING_KNOWN
  const { phone, whatsapp, country, email } = client
  return { phone, whatsapp, country, email }
}

type Shown = { country: string; contacts: readonly { kind: string; value: string }[] }

/** Only what the coach shows. */
function ofCoach(coach: Shown | undefined): OtherSide {
  if (!coach) return NOTHING_KNOWN
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
  if (!['phone', 'whatsapp', 'facetime', 'skype'].includes(session.channel)) return null
  const room = session.clientId ?? session.groupId ?? clientId
  return (
    <>
      <p className={classes.line}>{t(`other.missing.${reach.who}.${side}`, { name })}</p>
      <div>
        {side === 'coach' && session.clientId !== null ? (
          <Button component={Link} to={paths.clientEdit({ clientId: session.clientId })}>
            {t('other.addNumber')}
          </Button>
        ) : (
          <Button
            component={Link}
            to={
              side === 'coach' && session.groupId !== null
                ? paths.messagesOf({ type: 'Group', itemId: session.groupId })
                : paths.messages(room === null ? {} : { room })
            }
            leftSection={<IconMessage size={18} aria-hidden="true" />}
          >
            {t('other.write')}
          </Button>
        )}
      </div>
    </>
  )
}
