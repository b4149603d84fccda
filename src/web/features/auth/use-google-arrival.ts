import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { readArrival } from '#web/widgets/sign-in/google-arrival.ts'
import { enterFromGoogle } from './google-entry.ts'

/**
 * Handles the result of a Google sign-in in the URL. It is removed from the URL and the browser's history at once; the
 * URL requested before the sign-in is kept, as after any other sign-in (product §2).
 */
export function useGoogleArrival(): void {
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const arrival = readArrival(hash)
    if (!arrival) return
    const wanted: unknown = arrival.to === null ? state : { wanted: arrival.to }
    void navigate(paths.home(), { replace: true, state: wanted })
    void enterFromGoogle(arrival, (path) => void navigate(path, { replace: true }))
  }, [hash, state, navigate])
}
