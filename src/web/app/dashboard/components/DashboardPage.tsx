import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { NotedSession } from '#web/widgets/session/noted/NotedSession.tsx'
import { dashboardQuery } from '../dashboard.queries.ts'
import classes from './DashboardPage.module.css'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'

/** The link of the booking button and its label. */
export type Booking = { to: string; label: string }

type Props = {
  /** Absent while nothing can be booked. */
  booking: (dashboard: Dashboard | undefined) => Booking | undefined
  /** What the day holds, in one line above everything. */
  day: (dashboard: Dashboard) => string
  children: (dashboard: Dashboard) => ReactNode
}

/** The dashboard, loading or loaded. The frame's greeting is its title. */
export function DashboardPage({ booking, day, children }: Props) {
  const query = useQuery(dashboardQuery)
  const offer = booking(query.data)
  return (
    <Page
      tools={<p className={classes.day}>{query.data && day(query.data)}</p>}
      actions={offer && <Book {...offer} />}
    >
      <QueryView query={query} skeleton={<DashboardSkeleton />}>
        {(dashboard) => (
          <>
            <NotedSession shown={(dashboard.coach ?? dashboard.client)?.next?.id} />
            {children(dashboard)}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function Book({ to, label }: Booking) {
  return (
    <Button component={Link} to={to} leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}>
      {label}
    </Button>
  )
}
