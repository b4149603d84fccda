import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachDashboard as Dashboard } from '#contract/dashboard.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { Attention } from './components/Attention.tsx'
import { DashboardPage } from './components/DashboardPage.tsx'
import { Figures } from './components/Figures.tsx'
import { NextSession } from './components/NextSession.tsx'
import { Pending } from './components/Pending.tsx'
import { SetupChecklist } from './components/SetupChecklist.tsx'
import { Today } from './components/Today.tsx'

// Below the fold: today renders before the month's chart.
const MonthChart = lazy(() => import('./components/MonthChart.tsx'))

/** The coach's dashboard. */
export function Component() {
  const { t } = useTranslation('dashboard')
  const booking = { to: paths.sessionNewCoach({ type: 'Client' }), label: t('coach.book') }
  return (
    <DashboardPage booking={() => booking}>
      {({ coach }, book) => coach && <CoachDashboard dashboard={coach} book={book} />}
    </DashboardPage>
  )
}

/**
 * The coach's dashboard: the next session first, then today, pending answers, clients needing attention, and the month
 * (product §19).
 */
function CoachDashboard({ dashboard, book }: { dashboard: Dashboard; book: ReactNode }) {
  const { next, today, month, setup } = dashboard
  // In one column, pending answers come before the month.
  const hasColumns = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const chart = (
    <Suspense fallback={<Skeleton height={172} radius={16} />}>
      <MonthChart month={month} />
    </Suspense>
  )
  return (
    <>
      <SetupChecklist setup={setup} />
      <Columns>
        <Column>
          {next ? <NextSession session={next} /> : <NoNext />}
          {next && book}
          <Today sessions={today} />
          {hasColumns && chart}
        </Column>
        <Column>
          <Pending {...dashboard} />
          <Attention {...dashboard} />
          {!hasColumns && chart}
          <Figures {...dashboard} />
        </Column>
      </Columns>
    </>
  )
}

function NoNext() {
  const { t } = useTranslation('dashboard')
  return (
    <Card>
      <EmptyState
        icon={<IconCalendarPlus />}
        text={<TwoLines title={t('coach.noNext')} hint={t('coach.noNextHint')} />}
        action={
          <Button component={Link} to={paths.sessionNewCoach({ type: 'Client' })}>
            {t('coach.book')}
          </Button>
        }
      />
    </Card>
  )
}
