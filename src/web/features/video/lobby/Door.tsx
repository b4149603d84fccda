import { Button } from '@mantine/core'
import { IconDoorEnter, IconVideo } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { type CallDto, placesIn } from '#contract/video/calls.ts'
import { formatClock } from '#time/format.ts'
import { fromIso } from '#time/clock.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { useShortDay } from '#web/widgets/use-now.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { countdown } from './countdown.ts'
import { useSeconds } from './use-seconds.ts'
import classes from './Lobby.module.css'

type Props = { session: SessionDto; call: CallDto; onJoin: () => void }

/** Who is in the room, when it opens, and the way in. */
export function Door({ session, call, onJoin }: Props) {
  const { t } = useTranslation('video')
  const viewer = useViewer()
  const [isWaiting, setWaiting] = useState(false)
  const others = call.peers.filter(({ userId }) => userId !== viewer.userId)
  // A person who waits at the door is let in when it opens.
  const enter = useEffectEvent(onJoin)
  const opens = isWaiting && call.mayJoin
  useEffect(() => {
    if (opens) enter()
  }, [opens])
  const isEarly = call.state === 'early' && !call.mayJoin
  const isOver = call.state === 'closed' || (call.state === 'over' && !call.mayJoin)
  const refusal = isEarly || call.mayJoin ? undefined : whyNot(call)
  const saysMost = refusal === 'door.full' || refusal === 'door.fullButCoach'
  return (
    <Card className={classes.door}>
      {isOver ? (
        <Closed session={session} state={call.state} />
      ) : (
        <>
          {call.state === 'early' && <Opening call={call} mayJoin={call.mayJoin} />}
          {refusal && <p className={classes.line}>{t(refusal, { most: call.most })}</p>}
          {isEarly ? (
            <Button
              size="lg"
              fullWidth
              variant={isWaiting ? 'default' : 'filled'}
              leftSection={<IconDoorEnter size={20} aria-hidden="true" />}
              onClick={() => setWaiting(!isWaiting)}
            >
              {t(isWaiting ? 'door.stopWaiting' : 'door.wait')}
            </Button>
          ) : (
            <Button
              size="lg"
              fullWidth
              leftSection={<IconVideo size={20} aria-hidden="true" />}
              disabled={!call.mayJoin}
              onClick={onJoin}
            >
              {t('door.join')}
            </Button>
          )}
          <p className={classes.hint} role="status">
            {t(isWaiting && isEarly ? 'door.waiting' : 'door.hint')}
          </p>
          {session.type === 'Group' && !saysMost && (
            <p className={classes.hint}>{t('door.most', { most: call.most })}</p>
          )}
          {/* Below: who comes in must not move the button under somebody's finger. */}
          <People others={others} session={session} />
        </>
      )}
    </Card>
  )
}

/** Why somebody cannot go into a room that is open. */
function whyNot({ peers, most }: CallDto): 'door.notNow' | 'door.full' | 'door.fullButCoach' {
  const coachIsIn = peers.some(({ side }) => side === 'coach')
  if (peers.length < placesIn(most, coachIsIn)) return 'door.notNow'
  return coachIsIn ? 'door.full' : 'door.fullButCoach'
}

function People({ others, session }: { others: CallDto['peers']; session: SessionDto }) {
  const { t } = useTranslation('video')
  if (others.length === 0) {
    return (
      <p className={classes.line}>{t(session.type === 'Group' ? 'door.nobodyOfGroup' : 'door.nobody')}</p>
    )
  }
  return (
    <div className={classes.people} role="status">
      <div className={classes.faces}>
        {others.map(({ peerId, name, lastName, photo }) => (
          <PersonAvatar key={peerId} name={name} lastName={lastName} src={photo?.fileURL} size={40} />
        ))}
      </div>
      <p className={classes.line}>
        {t('door.inside', { count: others.length, names: others.map(({ name }) => name).join(', ') })}
      </p>
    </div>
  )
}

/** When it opens; as a countdown in the last hour. */
function Opening({ call, mayJoin }: { call: CallDto; mayJoin: boolean }) {
  const { t } = useTranslation('video')
  const { timezone } = useViewer()
  const shortDay = useShortDay()
  const now = useSeconds()
  const opensAt = fromIso(call.opensAt)
  const left = countdown(opensAt, now)
  const time = formatClock(opensAt, timezone, currentLanguage())
  if (mayJoin) return <p className={classes.line}>{t('door.earlyCoach', { time })}</p>
  return left === undefined ? (
    <p className={classes.line}>{t('door.opensOn', { day: shortDay(opensAt), time })}</p>
  ) : (
    <div>
      <p className={classes.line}>{t('door.opensIn')}</p>
      <p className={classes.countdown} role="timer">
        {left}
      </p>
    </div>
  )
}

function Closed({ session, state }: { session: SessionDto; state: CallDto['state'] }) {
  const { t } = useTranslation('video')
  return (
    <>
      <p className={classes.line}>{t(state === 'over' ? 'door.over' : 'door.closed')}</p>
      <Button component={Link} to={paths.sessionView({ sessionId: session.id })} fullWidth>
        {t('door.toSession')}
      </Button>
    </>
  )
}
