import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { dashboardQuery } from '../dashboard.queries.ts'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'

/** The link of the booking button and its label. */
export type Booking = { to: string; label: string }

type Props = {
  /** Absent while nothing can be booked. */
  booking: (dashboard: Dashboard | undefined) => Booking | undefined
  /** `book` is under the next session on a small screen; on a wide one it is in the header. */
  children: (dashboard: Dashboard, book: ReactNode) => ReactNode
}

/** The dashboard, loading or loaded. The frame's greeting is its title. */
export function DashboardPage({ booking, children }: Props) {
  const query = useQuery(dashboardQuery)
  const hasHeader = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const offer = booking(query.data)
  const book = offer && <Book {...offer} />
  return (
    <Page actions={hasHeader ? book : undefined}>
      <QueryView query={query} skeleton={<DashboardSkeleton />}>
        {(dashboard) => children(dashboard, hasHeader ? undefined : book)}
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
