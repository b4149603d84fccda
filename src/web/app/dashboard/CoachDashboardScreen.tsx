import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachDashboard as Dashboard } from '#contract/dashboard.ts'
import { paths } from '#web/paths.ts'
import { lazyCard, lazyNotice, withTexts } from '#web/widgets/lazy-part.tsx'
import { SessionDrawing } from '#web/ui/drawings/SessionDrawing.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { Attention } from './coach/Attention.tsx'
import { DashboardPage } from './components/DashboardPage.tsx'
import { Figures } from './coach/Figures.tsx'
import { NextSession } from './components/NextSession.tsx'
import { Pending } from './coach/Pending.tsx'
import { SetupChecklist } from './coach/SetupChecklist.tsx'
import { Today } from './coach/Today.tsx'

// Below the fold: today renders before the goals and the month's chart.
const MonthChart = lazyCard(async () => ({ default: (await import('./coach/MonthChart.tsx')).MonthChart }))
const NorteOffer = lazyNotice(() => withTexts(['sessions'], import('./coach/NorteOffer.tsx')))
const GoalsInNeed = lazyCard(() => withTexts(['goals'], import('./coach/GoalsInNeed.tsx')))

/** The coach's dashboard. */
export function Component() {
  const { t } = useTranslation('dashboard')
  const booking = { to: paths.sessionNewCoach({ type: 'Client' }), label: t('coach.book') }
  return (
    <DashboardPage
      booking={() => booking}
      day={({ coach }) => t('coach.day', { count: coach?.today.length ?? 0 })}
    >
      {({ coach }) => coach && <CoachDashboard dashboard={coach} />}
    </DashboardPage>
  )
}

/**
 * The coach's dashboard: the next session first, then today, pending answers, clients and goals needing attention, and
 * the month (product §19).
 */
function CoachDashboard({ dashboard }: { dashboard: Dashboard }) {
  const { next, today, goals, month, setup, offersNorte } = dashboard
  // In one column, pending answers come before the month.
  const hasColumns = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  // On a phone a session that is near comes before what can wait.
  const setupLater = !hasColumns && next !== null
  const practice = (
    <>
      <Suspense fallback={<Skeleton height={172} radius={16} />}>
        <MonthChart month={month} />
      </Suspense>
      <Figures {...dashboard} />
    </>
  )
  // Where little is next, the month balances the other column.
  const practiceFirst = hasColumns && (next !== null || today.length > 0)
  return (
    <>
      {offersNorte && (
        <Suspense fallback={<Skeleton height={62} radius={16} />}>
          <NorteOffer />
        </Suspense>
      )}
      {!setupLater && <SetupChecklist setup={setup} />}
      <Columns split="balanced">
        <Column>
          {next ? <NextSession session={next} /> : <NoNext />}
          <Today {...dashboard} />
          {practiceFirst && practice}
        </Column>
        <Column>
          <Pending {...dashboard} />
          <Attention {...dashboard} />
          {goals.length > 0 && (
            <Suspense fallback={<Skeleton height={goalsHeight(goals.length)} radius={16} />}>
              <GoalsInNeed {...dashboard} />
            </Suspense>
          )}
          {!practiceFirst && practice}
          {setupLater && <SetupChecklist setup={setup} />}
        </Column>
      </Columns>
    </>
  )
}

/** About as high as the card that comes, in CSS pixels: its head and its rows. */
const goalsHeight = (rows: number) => 62 + 84 * rows

function NoNext() {
  const { t } = useTranslation('dashboard')
  return (
    <Card>
      <EmptyState
        beside
        drawing={<SessionDrawing />}
        text={<TwoLines title={t('coach.noNext')} hint={t('coach.noNextHint')} />}
        action={
          <Button component={Link} to={paths.sessionNewCoach({ type: 'Client' })} variant="light">
            {t('coach.book')}
          </Button>
        }
      />
    </Card>
  )
}
