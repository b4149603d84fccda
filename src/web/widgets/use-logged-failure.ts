import { useEffect } from 'react'
import { logFailure } from '#web/api/log.ts'

/** Loading that fails is only written down (spec §8). */
export function useLoggedFailure(what: string, error: unknown): void {
  useEffect(() => {
    if (error) logFailure(what, error)
  }, [what, error])
}
