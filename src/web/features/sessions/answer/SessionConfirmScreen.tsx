import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { DayDoneDrawing } from '#web/ui/drawings/DayDoneDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { useViewer } from '#web/store/viewer.ts'
import { BackToSessions } from '#web/features/sessions/components/BackToSessions.tsx'
import { MoveAnswer } from './MoveAnswer.tsx'
import { RequestAnswer } from './RequestAnswer.tsx'

/** A client's request for a session or a move, and the coach's answer (product §9). */
export function Component() {
  const { t } = useTranslation(['sessions', 'moves'])
  const { sessionId = '' } = useParams()
  const [answering, setAnswering] = useState<Asked>()
  const viewer = useViewer()
  const query = useQuery(sessionQuery(sessionId))
  if (isMissing(query)) return <NotFound />
  const asked = query.data && (askedOf(query.data) ?? answering)
  const name = query.data?.client?.name
  const words = asked === 'move' ? 'moves:confirm.moveTitle' : 'confirm.title'
  const subtitle = asked === 'move' ? 'moves:confirm.moveSubtitle' : 'confirm.subtitle'
  return (
    <Page
      title={t(words)}
      subtitle={asked && name && t(subtitle, { name })}
      template="form"
      back={
        query.data ? (
          <BackToSessions session={query.data} viewer={viewer} />
        ) : (
          <BackLink to={paths.sessions()} label={t('all.title')} />
        )
      }
    >
      <Card>
        <QueryView query={query} skeleton={<Skeleton height={260} radius={14} />}>
          {(session) => <Request key={session.id} {...{ session, asked }} onAnswering={setAnswering} />}
        </QueryView>
      </Card>
    </Page>
  )
}

/** The request that is waiting for an answer. */
type Asked = 'request' | 'move'

function askedOf({ allowedActions }: SessionDto): Asked | undefined {
  if (allowedActions.includes('confirm')) return 'request'
  return allowedActions.includes('acceptMove') ? 'move' : undefined
}

type RequestProps = {
  session: SessionDto
  /** Also while the screen is being left after the answer; only another person's answer counts as handled before. */
  asked: Asked | undefined
  onAnswering: (asked: Asked | undefined) => void
}

function Request({ session, asked, onAnswering }: RequestProps) {
  if (asked === 'request') {
    return <RequestAnswer session={session} onAnswering={(isOn) => onAnswering(isOn ? asked : undefined)} />
  }
  if (asked === 'move') {
    return <MoveAnswer session={session} onAnswering={(isOn) => onAnswering(isOn ? asked : undefined)} />
  }
  return <Handled sessionId={session.id} />
}

function Handled({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('sessions')
  return (
    <EmptyState
      drawing={<DayDoneDrawing />}
      text={t('confirm.handled')}
      action={
        <Button component={Link} to={paths.sessionView({ sessionId })} variant="light">
          {t('confirm.seeSession')}
        </Button>
      }
    />
  )
}
