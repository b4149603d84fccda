import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/widgets/queries/me.queries.ts'

/** Whether the person belongs to more than one space, so that there is one to switch to (product §1 D19). */
export function useHasSpaces(): boolean {
  const { data: spaces = [] } = useQuery(meQuery)
  return spaces.length > 1
}
