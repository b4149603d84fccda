import { useEffect } from 'react'
import { logFailure } from '#web/api/log.ts'

/** For queries whose failure is only logged (spec §8). */
export function useLoggedFailure(what: string, error: unknown): void {
  useEffect(() => {
    if (error) logFailure(what, error)
  }, [what, error])
}
