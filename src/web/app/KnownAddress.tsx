import { Outlet, useLocation } from 'react-router'
import { isKnownAddress } from './known-address.ts'
import { NotFoundScreen } from './states/NotFoundScreen.tsx'

/** The screen of a URL, or not-found for impossible types and ids (product §1 D10). */
export function KnownAddress() {
  return isKnownAddress(useLocation().pathname) ? <Outlet /> : <NotFoundScreen />
}
