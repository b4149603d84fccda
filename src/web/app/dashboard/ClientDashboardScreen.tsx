import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard as Dashboard } from '#contract/dashboard.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { lazyCard, withTexts } from '#web/widgets/lazy-part.tsx'
import { useCanBook, useSessionUser } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { CalendarDrawing } from '#web/ui/drawings/CalendarDrawing.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'
import { CalledOff } from './client/CalledOff.tsx'
import { DashboardPage } from './components/DashboardPage.tsx'
import { LastAgreements } from './client/LastAgreements.tsx'
import { NextSession } from './components/NextSession.tsx'
import { ToRate } from './client/ToRate.tsx'
import { Welcome } from './client/Welcome.tsx'
import classes from './ClientDashboardScreen.module.css'

// The next session renders before the code for what is below it is loaded.
const ClientActions = lazyCard(() => import('./client/ClientActions.tsx'))
const OwnGoals = lazyCard(() => withTexts(['goals'], import('./client/OwnGoals.tsx')))
const NewResources = lazyCard(() => withTexts(['resources'], import('./client/NewResources.tsx')))
const WriteToCoach = lazyCard(() => import('./client/WriteToCoach.tsx'))

/** The client's dashboard. */
export function Component() {
  const { t } = useTranslation('dashboard')
  const booking = { to: paths.sessionNew(), label: t('client.book') }
  const expected = useCanBook()
  return (
    <DashboardPage
      // Until it is known what holds today, the button has its place if it will most likely come.
      booking={(dashboard) => ((dashboard ? dashboard.client?.canBook : expected) ? booking : undefined)}
      day={({ client }) => t('client.day', { count: client?.openActions ?? 0 })}
    >
      {({ client }) => client && <ClientDashboard dashboard={client} />}
    </DashboardPage>
  )
}

/** The client's dashboard: the next session first, then what waits, actions, goals, resources and agreements (product §19). */
function ClientDashboard({ dashboard }: { dashboard: Dashboard }) {
  const { next, waiting, last, toRate, cancelled, canBook, openActions, doneActions, goals, resources } =
    dashboard
  const proposed = waiting.filter(({ status }) => status === 'proposed')
  const requested = waiting.filter(({ status }) => status !== 'proposed')
  // On a phone goals come before resources; beside each other, the columns are about equally long.
  const hasColumns = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const given = (
    <Suspense fallback={<Skeleton height={resourcesHeight(dashboard)} radius={16} />}>
      <NewResources {...dashboard} />
    </Suspense>
  )
  const firstVisit =
    !next &&
    !last &&
    waiting.length === 0 &&
    !cancelled &&
    toRate.length === 0 &&
    goals.length + resources.length === 0 &&
    openActions + doneActions === 0
  return (
    <>
      {firstVisit && <Welcome />}
      {cancelled && <CalledOff session={cancelled} />}
      <Columns split="balanced">
        <Column>
          {next && <NextSession session={next} />}
          {proposed.length > 0 && <Waiting kind="proposed" sessions={proposed} />}
          {!next && proposed.length === 0 && <NoNext canBook={canBook} />}
          {requested.length > 0 && <Waiting kind="waiting" sessions={requested} />}
          <Suspense fallback={<Skeleton height={actionsHeight(dashboard)} radius={16} />}>
            <ClientActions {...dashboard} />
          </Suspense>
          {hasColumns && given}
        </Column>
        <Column>
          {toRate.length > 0 && <ToRate sessions={toRate} />}
          <Suspense fallback={<Skeleton height={goalsHeight(dashboard)} radius={16} />}>
            <OwnGoals {...dashboard} />
          </Suspense>
          {!hasColumns && given}
          <LastAgreements session={last} />
          <Suspense>
            <WriteToCoach />
          </Suspense>
        </Column>
      </Columns>
    </>
  )
}

/** About as high as the card that comes, in CSS pixels: its head, and its lines, of which it has at most five. */
const actionsHeight = ({ actions }: Dashboard) => 120 + 64 * Math.max(1, Math.min(actions.length, 5))

/** The same of the goals, which are at most four. */
const goalsHeight = ({ goals }: Dashboard) => (goals.length === 0 ? 128 : 62 + 80 * goals.length)

/** The same of the resources, which are at most three. */
const resourcesHeight = ({ resources }: Dashboard) =>
  resources.length === 0 ? 106 : 73 + 56 * resources.length

function NoNext({ canBook }: { canBook: boolean }) {
  const { t } = useTranslation('dashboard')
  const { coach } = useSessionUser()
  // Booking is blocked either because the coach takes no requests or because the client's process is not active.
  const reason = useCanBook() ? t('client.notActive') : t('client.cannotBook')
  return (
    <Card>
      <EmptyState
        beside
        drawing={<CalendarDrawing />}
        text={
          <TwoLines
            title={t('client.noNext')}
            hint={canBook ? t('client.noNextHint', { name: coach?.name ?? '' }) : reason}
          />
        }
        action={
          canBook && (
            <Button component={Link} to={paths.sessionNew()} variant="light">
              {t('client.book')}
            </Button>
          )
        }
      />
    </Card>
  )
}

type WaitingProps = { kind: 'waiting' | 'proposed'; sessions: readonly SessionListItem[] }

/** Requests for the coach to answer, or proposed times for the client to choose from. */
function Waiting({ kind, sessions }: WaitingProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t(`client.${kind}`)} aside={<span className={classes.hint}>{t(`client.${kind}Hint`)}</span>}>
      {sessions.map((session) => (
        <SessionCard
          key={session.id}
          session={session}
          actions={session.allowedActions.includes('accept') && <ChooseTime session={session} />}
        />
      ))}
    </Card>
  )
}

function ChooseTime({ session: { id: sessionId, title } }: { session: SessionListItem }) {
  const { t } = useTranslation('dashboard')
  return (
    <Button
      component={Link}
      to={paths.sessionView({ sessionId })}
      aria-label={`${t('client.choose')}: ${title}`}
    >
      {t('client.choose')}
    </Button>
  )
}
