import { useQuery } from '@tanstack/react-query'
import { useCanBook } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { coachQuery } from '#web/widgets/queries/coach.queries.ts'

/**
 * Whether the viewer may book. A client may not while the coach takes no requests, or while their process is paused or
 * finished (product §6, §1 D6): the server decides; until it has answered, the sign-in does.
 */
export function useBookable(): { canBook: boolean; coachTakesNone: boolean } {
  const { coachId, side } = useViewer()
  const paid = useCanBook()
  const { data: coach } = useQuery({ ...coachQuery(coachId), enabled: side === 'client' })
  return { canBook: paid && coach?.canBook !== false, coachTakesNone: !paid }
}
