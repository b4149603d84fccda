import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/api/auth-session.ts'

/** Whether the person belongs to more than one space, so that there is one to switch to (product §1 D19). */
export function useHasSpaces(): boolean {
  const { data: spaces = [] } = useQuery(profileQuery)
  return spaces.length > 1
}
