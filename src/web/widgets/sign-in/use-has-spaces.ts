import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/api/auth-session.ts'

/** Whether there is more than one place to be in: only then is there something to change (product §1 D19). */
export function useHasSpaces(): boolean {
  const { data: spaces = [] } = useQuery(profileQuery)
  return spaces.length > 1
}
