import { Button } from '@mantine/core'
import { IconCircleCheck, IconNotes } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { toIso } from '#time/clock.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TwoLines } from '#web/ui/TwoLines.tsx'
import { MoreButton } from '#web/widgets/MoreButton.tsx'
import { NotFound } from '#web/widgets/NotFound.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { SessionCard } from '#web/widgets/SessionCard.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { HeldQuestion } from './components/HeldQuestion.tsx'
import { sessionsByTab, tabOf } from './session-tabs.ts'
import { sessionsOfClientQuery, startedSessionsQuery } from './sessions.queries.ts'

/** What waits once sessions are over: for the coach those to close, for the client what each one left. */
export function EndingListScreen() {
  return useViewer().side === 'coach' ? <ToClose /> : <Ended />
}

function ToClose() {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const query = useQuery(startedSessionsQuery(viewer.coachId, toIso(useNow())))
  return (
    <Page title={t('ending.titleCoach')} subtitle={t('ending.subtitleCoach')} width="narrow">
      <Card>
        <QueryView query={query}>
          {({ data }) => {
            const waiting = data.filter((session) => tabOf(session) === 'toClose')
            if (waiting.length === 0) {
              return <Nothing title={t('ending.emptyCoach')} hint={t('ending.emptyCoachHint')} />
            }
            return waiting.map((session) => (
              <SessionCard
                key={session.id}
                session={session}
                viewer={viewer}
                actions={<HeldQuestion session={session} />}
              />
            ))
          }}
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
    <Page title={t('ending.titleClient')} subtitle={t('ending.subtitleClient')} width="narrow">
      <Card>
        <EndedOf clientId={clientId} />
      </Card>
    </Page>
  )
}

function EndedOf({ clientId }: { clientId: string }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const query = useInfiniteQuery(sessionsOfClientQuery(clientId))
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const { past, toClose } = sessionsByTab(pages.flatMap(({ data }) => data))
        const ended = [...toClose, ...past]
        return (
          <>
            {ended.length === 0 && !query.hasNextPage && (
              <Nothing title={t('ending.emptyClient')} hint={t('ending.emptyClientHint')} />
            )}
            {ended.map((session) => (
              <SessionCard
                key={session.id}
                session={session}
                viewer={viewer}
                actions={
                  <Button
                    component={Link}
                    to={paths.ending({ sessionId: session.id })}
                    variant="light"
                    leftSection={<IconNotes size={18} aria-hidden="true" />}
                    aria-label={`${t('ending.see')}: ${session.title}`}
                  >
                    {t('ending.see')}
                  </Button>
                }
              />
            ))}
            <MoreButton query={query} label={t('list.more')} />
          </>
        )
      }}
    </QueryView>
  )
}

function Nothing({ title, hint }: { title: string; hint: string }): ReactNode {
  const { t } = useTranslation('sessions')
  return (
    <EmptyState
      icon={<IconCircleCheck />}
      text={<TwoLines title={title} hint={hint} />}
      action={
        <Button component={Link} to={paths.calendar()} variant="light">
          {t('ending.goCalendar')}
        </Button>
      }
    />
  )
}
