import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { readArrival } from '#web/widgets/sign-in/google-arrival.ts'
import { enterFromGoogle } from './google-entry.ts'

/**
 * Takes up what the address bar says of a sign-in through Google. It leaves the address, and with it the browser's
 * history, at once; the place that was wanted before stays wanted, as after any other sign-in (product §2).
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
