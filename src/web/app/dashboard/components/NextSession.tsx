import { Button } from '@mantine/core'
import { IconFileText, IconPencil } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { MeetingPlace } from '#web/widgets/session/meeting/MeetingPlace.tsx'
import { SessionStatus } from '#web/widgets/session/SessionStatus.tsx'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import { isNear, otherParty } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { timeLeft } from '../time-left.ts'
import classes from './NextSession.module.css'

// Its menu is needed only before the session, and the session renders before its code is loaded.
const AddToCalendar = lazyCard(async () => ({
  default: (await import('#web/features/sessions/view/AddToCalendar.tsx')).AddToCalendar,
}))

/** The next session, the time left, and the join button (product §19). */
export function NextSession({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('dashboard')
  const viewer = useViewer()
  const other = otherParty(session, viewer)
  const near = isNear(session)
  const now = useNow()
  return (
    <section className={classes.hero} aria-label={t(`${viewer.side}.next`)}>
      <HeroCompass />
      <div className={classes.head}>
        <p className={classes.label}>
          {t(`${viewer.side}.next`)}
          {/* The room opens before the session does: until then the time left says more. */}
          {!(near && fromIso(session.startsAt) > now) && (
            <SessionStatus session={session} side={viewer.side} />
          )}
        </p>
        <TimeLeft session={session} />
      </div>
      <div className={classes.who}>
        {other && (
          <PersonAvatar
            name={other.fullName}
            lastName={other.lastName}
            src={other.photo?.fileURL}
            size={52}
          />
        )}
        <div>
          <h2 className={classes.title}>{session.title}</h2>
          {other && <p className={classes.person}>{other.fullName}</p>}
        </div>
      </div>
      <div className={classes.facts}>
        <div className={classes.when}>
          <TimeForBoth session={session} viewer={viewer} />
        </div>
        <MeetingPlace session={session} whole={session.meetingUrl === null} />
      </div>
      <div className={classes.buttons}>
        {near ? (
          <JoinButton session={session} classNames={{ root: classes.join }} />
        ) : (
          viewer.side === 'client' && (
            <Suspense fallback={<Button disabled aria-hidden="true" classNames={{ root: classes.coming }} />}>
              <AddToCalendar session={session} variant="filled" classNames={{ root: classes.join }} />
            </Suspense>
          )
        )}
        <Reading session={session} />
        {!near && <JoinButton session={session} variant="outline" classNames={{ root: classes.see }} />}
        <Button
          component={Link}
          to={paths.sessionView({ sessionId: session.id })}
          variant="outline"
          classNames={{ root: classes.see }}
        >
          {t('see')}
        </Button>
      </div>
    </section>
  )
}

/** What to read or write before it: the coach's page of it, the client's preparation. */
function Reading({ session: { id: sessionId, allowedActions } }: { session: SessionListItem }) {
  const { t } = useTranslation('dashboard')
  const isCoach = useViewer().side === 'coach'
  if (!isCoach && !allowedActions.includes('prepare')) return null
  return (
    <Button
      component={Link}
      to={isCoach ? paths.sessionBrief({ sessionId }) : paths.sessionView({ sessionId, part: 'preparation' })}
      variant="outline"
      leftSection={
        isCoach ? <IconFileText size={18} aria-hidden="true" /> : <IconPencil size={18} aria-hidden="true" />
      }
      classNames={{ root: classes.see }}
    >
      {t(isCoach ? 'coach.brief' : 'client.prepare')}
    </Button>
  )
}

/** The compass behind the words, in fine lines; its needle points to what comes next. */
function HeroCompass() {
  return (
    <svg className={classes.compass} viewBox="0 0 200 200" fill="none" stroke="#fff" aria-hidden="true">
      <g opacity="0.22">
        <circle cx="100" cy="100" r="98" />
        <circle cx="100" cy="100" r="70" strokeDasharray="1 6" strokeLinecap="round" />
        <path d="M100 2v18M100 180v18M2 100h18M180 100h18M57 143l31-55 24 24Z" />
      </g>
      <path d="M143 57 112 112 88 88Z" fill="var(--norte-warm)" stroke="none" opacity="0.6" />
    </svg>
  )
}

function TimeLeft({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('dashboard')
  const left = timeLeft(fromIso(session.startsAt), useNow())
  // Once it has begun, its state says so.
  if (left.length === 0) return null
  const text = left.map(({ unit, count }) => t(`countdown.${unit}s`, { count })).join(' ')
  return (
    <p className={classes.left} role="timer">
      {t('startsIn', { when: text })}
    </p>
  )
}
