import { useQuery } from '@tanstack/react-query'
import { useViewer } from '#web/store/viewer.ts'
import { CoachContacts } from '#web/features/coach/components/CoachContacts.tsx'
import { ClientSessionNewView } from '#web/features/sessions/book/ClientSessionNewView.tsx'
import { coachQuery } from '#web/widgets/queries/coach.queries.ts'

/** The client's way to a session, with the ways to reach the coach where no time fits. */
export function Component() {
  const { coachId } = useViewer()
  const { data: coach } = useQuery(coachQuery(coachId))
  return <ClientSessionNewView contacts={coach && <CoachContacts coach={coach} />} />
}
