import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { DayDoneDrawing } from '#web/ui/drawings/DayDoneDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { RateButton } from '#web/widgets/session/rating/RateButton.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'
import { HeldQuestion } from './HeldQuestion.tsx'
import {
  sessionsOfQuery,
  toCloseQuery,
  toRateQuery,
} from '#web/features/sessions/list/session-list.queries.ts'

/** The to-do list after sessions: those to close for the coach, their outcomes for the client. */
export function Component() {
  return useViewer().side === 'coach' ? <ToClose /> : <Ended />
}

function ToClose() {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const query = useQuery(toCloseQuery(viewer.coachId))
  return (
    <Page title={t('ending.titleCoach')} subtitle={t('ending.subtitleCoach')} template="form">
      <Card>
        <QueryView query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Nothing title={t('ending.emptyCoach')} hint={t('ending.emptyCoachHint')} />
            ) : (
              data.map((session) => (
                <SessionCard
                  key={session.id}
                  session={session}
                  actions={<HeldQuestion session={session} asks />}
                />
              ))
            )
          }
        </QueryView>
      </Card>
    </Page>
  )
}

function Ended() {
  const { t } = useTranslation('sessions')
  const { clientId } = useViewer()
  if (clientId === null) return <NotFound />
  return (
    <Page title={t('ending.titleClient')} subtitle={t('ending.subtitleClient')} template="form">
      <EndedOf clientId={clientId} />
    </Page>
  )
}

/** Unrated sessions in a separate card, then those waiting for a summary, then those with one. */
function EndedOf({ clientId }: { clientId: string }) {
  const { t } = useTranslation(['sessions', 'common'])
  const of = { type: 'Client', itemId: clientId } as const
  const toRate = useQuery(toRateQuery(clientId))
  const waiting = useInfiniteQuery(sessionsOfQuery(of, 'toClose'))
  const past = useInfiniteQuery(sessionsOfQuery(of, 'past'))
  const skeleton = (
    <Card>
      <ListSkeleton label={t('common:loading')} />
    </Card>
  )
  return (
    <QueryView query={toRate} skeleton={skeleton}>
      {({ data: unrated }) => (
        <QueryView query={waiting} skeleton={skeleton}>
          {({ pages: first }) => (
            <QueryView query={past} skeleton={skeleton}>
              {({ pages: then }) => {
                const unratedIds = new Set(unrated.map(({ id }) => id))
                const others = unique([...first, ...then].flatMap(({ data }) => data)).filter(
                  ({ id }) => !unratedIds.has(id),
                )
                if (unrated.length === 0 && others.length === 0) {
                  return (
                    <Card>
                      <Nothing title={t('ending.emptyClient')} hint={t('ending.emptyClientHint')} />
                    </Card>
                  )
                }
                return (
                  <>
                    {unrated.length > 0 && (
                      <Card title={t('ending.toRate')}>
                        {unrated.map((session) => (
                          <SessionCard
                            key={session.id}
                            session={session}
                            actions={<RateButton session={session} />}
                          />
                        ))}
                      </Card>
                    )}
                    {(others.length > 0 || past.hasNextPage) && (
                      <Card title={unrated.length > 0 ? t('ending.earlier') : undefined}>
                        {others.map((session) => (
                          <SessionCard
                            key={session.id}
                            session={session}
                            actions={<SummaryButton session={session} />}
                          />
                        ))}
                        <MoreButton query={past} label={t('list.more')} />
                      </Card>
                    )}
                  </>
                )
              }}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

/** Each session once, and as the later list has it: between the two reads its coach may have closed it. */
function unique(sessions: SessionListItem[]): SessionListItem[] {
  return [...new Map(sessions.map((session) => [session.id, session])).values()]
}

function SummaryButton({ session: { id: sessionId, title } }: { session: SessionListItem }) {
  const { t } = useTranslation('sessions')
  return (
    <Button
      component={Link}
      to={paths.ending({ sessionId })}
      variant="light"
      leftSection={<IconNotes size={18} aria-hidden="true" />}
      aria-label={`${t('ending.see')}: ${title}`}
    >
      {t('ending.see')}
    </Button>
  )
}

function Nothing({ title, hint }: { title: string; hint: string }): ReactNode {
  const { t } = useTranslation('sessions')
  return (
    <EmptyState
      drawing={<DayDoneDrawing />}
      text={<TwoLines title={title} hint={hint} />}
      action={
        <Button component={Link} to={paths.calendar()} variant="light">
          {t('ending.goCalendar')}
        </Button>
      }
    />
  )
}
