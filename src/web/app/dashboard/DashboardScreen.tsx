import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/Page.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { CoachDashboard } from './CoachDashboard.tsx'
import { DashboardSkeleton } from './components/DashboardSkeleton.tsx'
import { dashboardQuery } from './dashboard.queries.ts'

const loadClientDashboard = () => import('./ClientDashboard.tsx')
// Coaches never see it. A client's is fetched beside its data.
const ClientDashboard = lazy(async () => ({ default: (await loadClientDashboard()).ClientDashboard }))

/** Home. The greeting of the frame is its title. */
export function DashboardScreen() {
  const query = useQuery(dashboardQuery)
  const { side } = useViewer()
  useEffect(() => {
    if (side === 'client') void loadClientDashboard().catch(() => undefined)
  }, [side])
  const hasHeader = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const book = <Book canBook={query.data?.client?.canBook ?? false} />
  // On a small screen the next session comes first, and booking under it.
  const below = hasHeader ? undefined : book
  return (
    <Page actions={hasHeader ? book : undefined}>
      <QueryView query={query} skeleton={<DashboardSkeleton />}>
        {({ coach, client }) => (
          <>
            {coach && <CoachDashboard dashboard={coach} book={below} />}
            {client && (
              <Suspense fallback={<DashboardSkeleton />}>
                <ClientDashboard dashboard={client} book={below} />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function Book({ canBook }: { canBook: boolean }) {
  const { t } = useTranslation('dashboard')
  const { side } = useViewer()
  const isCoach = side === 'coach'
  if (!isCoach && !canBook) return null
  return (
    <Button
      component={Link}
      to={isCoach ? paths.sessionNewCoach({ type: 'Client' }) : paths.sessionNew()}
      leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
    >
      {t(isCoach ? 'coach.book' : 'client.book')}
    </Button>
  )
}
