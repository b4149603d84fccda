import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso, systemClock } from '#time/clock.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { SharedNotes } from '#web/widgets/notes/SharedNotes.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { lazyNotice, withTexts } from '#web/widgets/lazy-part.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { isNear } from '#web/widgets/session/session-look.ts'
import { SessionResources } from '#web/widgets/session/SessionResources.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import { AgendaCard } from './AgendaCard.tsx'
import { Attendees } from './Attendees.tsx'
import { ChooseTime } from '#web/features/sessions/answer/ChooseTime.tsx'
import { DeclinedMove } from '#web/features/sessions/answer/DeclinedMove.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import { MoveRequest } from '#web/features/sessions/answer/MoveRequest.tsx'
import { NotAcceptedYet } from './NotAcceptedYet.tsx'
import { SessionNextSteps } from './steps/SessionNextSteps.tsx'
import { Preparation } from '#web/features/sessions/prepare/Preparation.tsx'
import { BackToSessions } from '#web/features/sessions/components/BackToSessions.tsx'
import { SessionFacts } from '#web/features/sessions/components/SessionFacts.tsx'
import { SessionStateNotice } from '#web/features/sessions/components/SessionStateNotice.tsx'
import { SharedRecord } from '#web/features/sessions/record/SharedRecord.tsx'

/** A session for both sides: status, time, place, allowed actions, and its outcome. */
export function Component() {
  const { sessionId = '' } = useParams()
  const query = useQuery(sessionQuery(sessionId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<Skeleton height={280} radius={16} />}>
      {(session) => <SessionView key={session.id} session={session} />}
    </QueryView>
  )
}

const PushOffer = lazyNotice(async () => ({
  default: (await withTexts(['preferences'], import('#web/widgets/push/PushOffer.tsx'))).PushOffer,
}))

/** Whether somebody wants to be told ahead of it. */
const isComing = ({ status, startsAt }: SessionDto) =>
  (status === 'confirmed' || status === 'requested') && fromIso(startsAt) > systemClock.now()

function SessionView({ session }: { session: SessionDto }) {
  const viewer = useViewer()
  return (
    <Page
      title={session.title}
      template="record"
      actions={
        isNear(session) ? (
          <JoinButton session={session} />
        ) : (
          <AddToCalendar
            session={session}
            variant={viewer.side === 'coach' || answersMove(session) ? 'default' : 'filled'}
          />
        )
      }
      back={<BackToSessions session={session} viewer={viewer} />}
    >
      <Columns>
        <Column context>
          <Card>
            <SessionStateNotice session={session} viewer={viewer} />
            {session.awaitsAcceptance && session.clientId !== null && (
              <NotAcceptedYet clientId={session.clientId} />
            )}
            <ChooseTime session={session} viewer={viewer} />
            <MoveRequest session={session} viewer={viewer} />
            <DeclinedMove session={session} viewer={viewer} />
            <SessionFacts session={session} viewer={viewer} />
            <SessionNextSteps session={session} viewer={viewer} />
          </Card>
          {/* Below what may be touched: it comes later. */}
          <Suspense>{isComing(session) && <PushOffer />}</Suspense>
        </Column>
        <Column>
          <Preparation session={session} side={viewer.side} />
          {viewer.side === 'coach' && session.type === 'Group' && session.closing === null && (
            <Attendees attendance={session.attendance} />
          )}
          <AgendaCard session={session} viewer={viewer} />
          <SharedRecord session={session} viewer={viewer} />
          {viewer.clientId !== null && (
            <SharedNotes of={{ type: 'Client', itemId: viewer.clientId }} sessionId={session.id} />
          )}
          <SessionResources sessionId={session.id} viewer={viewer} />
          <HistoryCard
            sessionId={session.id}
            viewer={viewer}
            startsOpen={session.cancellation !== null && session.agenda.length === 0}
          />
        </Column>
      </Columns>
    </Page>
  )
}

/** If an answer is pending, it is the screen's one main button. */
const answersMove = ({ allowedActions }: SessionDto) => allowedActions.includes('acceptMove')
