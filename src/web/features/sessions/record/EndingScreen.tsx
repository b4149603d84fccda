import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { HoursDrawing } from '#web/ui/drawings/HoursDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { isNear, otherParty, takesTime } from '#web/widgets/session/session-look.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { HeldQuestion } from './HeldQuestion.tsx'
import { Rating } from './Rating.tsx'
import { PdfButton } from './RecordActions.tsx'
import { SessionFacts } from '#web/features/sessions/components/SessionFacts.tsx'
import { SessionRecord } from './SessionRecord.tsx'
import { SessionStateNotice } from '#web/features/sessions/components/SessionStateNotice.tsx'
import { SharedRecord } from './SharedRecord.tsx'

/** The screen for both sides when a session is over (product §1 D13). */
export function Component() {
  const { sessionId = '' } = useParams()
  const { side } = useViewer()
  const query = useQuery(sessionQuery(sessionId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<Skeleton height={360} radius={16} />}>
      {(session) =>
        side === 'coach' ? <CoachEnding session={session} /> : <ClientEnding session={session} />
      }
    </QueryView>
  )
}

function CoachEnding({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  if (session.closing !== null) return <SessionRecord session={session} />
  const canClose = session.allowedActions.includes('close')
  return (
    <Page title={canClose ? t('ending.question') : session.title} template="form">
      <Card title={canClose ? session.title : undefined}>
        <SessionStateNotice session={session} viewer={viewer} />
        <SessionFacts session={session} viewer={viewer} />
        <Group mt="lg">
          {canClose ? (
            <HeldQuestion session={session} />
          ) : (
            <Button component={Link} to={paths.sessionView({ sessionId: session.id })} variant="light">
              {t('confirm.seeSession')}
            </Button>
          )}
          <BackToRoom session={session} />
        </Group>
      </Card>
    </Page>
  )
}

function ClientEnding({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const now = useNow()
  // From its end on, which the phase shows only half an hour later.
  const ended = fromIso(session.endsAt) <= now
  const over = session.closing !== null || (session.status === 'confirmed' && ended)
  // Who is here before its end left its room, by mistake or because it ended early.
  const left = !over && session.status === 'confirmed' && fromIso(session.startsAt) <= now
  const when = formatDayAndTimes(
    fromIso(session.startsAt),
    fromIso(session.endsAt),
    viewer.timezone,
    currentLanguage(),
  )
  return (
    <Page
      title={over ? t('ending.ended') : left ? t('ending.left') : session.title}
      subtitle={t('ending.endedSubtitle', { name: otherParty(session, viewer)?.fullName ?? '', when })}
      template="form"
      actions={<EndingActions session={session} />}
    >
      {!session.feedback.length && <Rating session={session} />}
      {session.closing === null ? (
        <Pending session={session} over={over} left={left} />
      ) : (
        <SharedRecord {...{ session, viewer }} />
      )}
      {/* A given answer moves below the summary. */}
      {session.feedback.length > 0 && <Rating session={session} />}
    </Page>
  )
}

/** For who left the room by mistake, while it is open. */
function BackToRoom({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  if (!isNear(session) || session.channel !== 'norte') return null
  const text = t('ending.backToRoom')
  return (
    <JoinButton session={session} variant="subtle" aria-label={text}>
      {text}
    </JoinButton>
  )
}

function EndingActions({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  return (
    <>
      <BackToRoom session={session} />
      {session.actions.length > 0 && (
        <Button component={Link} to={paths.actions()} variant="default">
          {t('ending.seeActions')}
        </Button>
      )}
      {session.closing !== null && <PdfButton session={session} />}
    </>
  )
}

function Pending({ session, over, left }: { session: SessionDto; over: boolean; left: boolean }) {
  const { t } = useTranslation('sessions')
  return (
    <Card>
      <EmptyState
        drawing={<HoursDrawing />}
        text={
          over ? (
            <TwoLines title={t('ending.pending')} hint={t('ending.pendingHint')} />
          ) : (
            t(left ? 'ending.leftHint' : takesTime(session) ? 'ending.notYet' : 'ending.notHeld')
          )
        }
        action={
          <Button
            component={Link}
            to={over ? paths.dashboard() : paths.sessionView({ sessionId: session.id })}
            variant="light"
          >
            {t(over ? 'ending.backHome' : 'confirm.seeSession')}
          </Button>
        }
      />
    </Card>
  )
}
