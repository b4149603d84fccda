import { Skeleton } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { dateOf } from '#time/calendar-date.ts'
import { setAlert } from '#web/store/alert.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ActionCheck } from '#web/widgets/actions/ActionCheck.tsx'
import { otherParty } from '#web/widgets/session/session-look.ts'
import { useActionToggle } from '#web/widgets/actions/use-action-toggle.ts'
import { lazyCard, withTexts } from '#web/widgets/lazy-part.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { SessionPart } from '#web/features/sessions/components/SessionPart.tsx'
import classes from './SharedRecord.module.css'

// Most sessions have none, and no screen with a record needs it at first.
const RecordGoals = lazyCard(() => withTexts(['goals'], import('./RecordGoals.tsx')))

type Props = { session: SessionDto; viewer: Viewer }

/** What both sides see of a closed session: the summary, the actions and the goals. */
export function SharedRecord({ session, viewer }: Props) {
  const { t } = useTranslation('sessions')
  const today = dateOf(useNow(), viewer.timezone)
  const toggle = useActionToggle(setAlert)
  if (session.closing === null) return null
  const name = otherParty(session, viewer)?.name
  // The summary of a group is visible to all its members.
  const readers = session.group ? t('view.sharedGroup') : name && t('view.shared', { name })
  return (
    <>
      <SessionPart part="record">
        <Card
          title={t('view.summary')}
          aside={readers && <Readers icon={<IconUsers size={15} />} text={readers} />}
        >
          {session.closing.summary === '' ? (
            <p className={classes.none}>{t('view.noSummary')}</p>
          ) : (
            <p className={classes.text}>{session.closing.summary}</p>
          )}
        </Card>
      </SessionPart>
      <Card title={t('view.actions')}>
        {session.actions.length === 0 && <p className={classes.none}>{t('view.noActions')}</p>}
        {session.actions.map((action) => (
          <ActionCheck
            key={action.id}
            action={action}
            today={today}
            aside={viewer.side === 'coach' && session.type === 'Group' && nameOf(session, action.clientId)}
            onToggle={toggle}
          />
        ))}
      </Card>
      {session.goals.length > 0 && (
        <Suspense fallback={<Skeleton height={72 + 73 * session.goals.length} radius={16} />}>
          <RecordGoals session={session} />
        </Suspense>
      )}
    </>
  )
}

/** The member a group's action is assigned to. */
function nameOf({ attendance }: Pick<SessionDto, 'attendance'>, clientId: string): string {
  const owner = attendance.find(({ personId }) => personId === clientId)
  return owner ? `${owner.name} ${owner.lastName}` : ''
}

/** The coach's private notes, clearly marked as private. */
export function PrivateNotes({ notes }: { notes: string }) {
  const { t } = useTranslation('sessions')
  return (
    <Card
      className={classes.private}
      title={t('view.privateNotes')}
      aside={<Readers icon={<IconLock size={15} />} text={t('view.onlyYou')} />}
    >
      {notes === '' ? (
        <p className={classes.none}>{t('record.noPrivateNotes')}</p>
      ) : (
        <p className={classes.text}>{notes}</p>
      )}
    </Card>
  )
}

/** An icon for who can read a text. */
export function Readers({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className={classes.readers}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      {text}
    </span>
  )
}
