import { useEffect } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { checkExpiry } from '#web/api/auth-session.ts'
import { paths } from '#web/paths.ts'
import { fragmentFor, guard, addressKind, wantedPath, type WantedState } from './guards.ts'
import { LoadingBar } from './states/LoadingBar.tsx'
import { LoadingScreen } from './states/LoadingScreen.tsx'
import { useStore } from '#web/store/store.ts'

/** Wraps every screen: the guard, the loading bar, and the scroll position. */
export function Gate() {
  const location = useLocation()
  const session = useStore((root) => root.session)
  // On every change of session or route (spec §4).
  useEffect(checkExpiry, [session, location])

  const target = guard(session, location.pathname)
  return (
    <>
      <LoadingBar />
      <ScrollRestoration />
      {target === null ? (
        <Outlet />
      ) : (
        <>
          <Redirect target={target} />
          <LoadingScreen />
        </>
      )}
    </>
  )
}

function Redirect({ target }: { target: string }) {
  const location = useLocation()
  // Only a visitor had a private URL in mind; a paid coach is redirected from /payment without it.
  const { isLogged } = useStore((root) => root.session)
  if (!isLogged && target === paths.home() && addressKind(location.pathname) === 'private') {
    const state: WantedState = { wanted: location.pathname + location.search + location.hash }
    return <Navigate to={target} state={state} replace />
  }
  // Public-only URLs redirect a signed-in person: to the URL they requested before, or to the dashboard. The requested
  // URL survives the redirect to /payment.
  const wanted = wantedPath(location.state)
  if (wanted !== null && target === paths.dashboard()) return <Navigate to={wanted} replace />
  const to = target + fragmentFor(target, location.hash)
  return <Navigate to={to} state={location.state as unknown} replace />
}
