import { Outlet, useLocation } from 'react-router'
import { isKnownPlace } from './known-address.ts'
import { NotFoundScreen } from './states/NotFoundScreen.tsx'

/** The screen of an address, or not-found for types and ids that stand for nothing (product §1 D10). */
export function KnownAddress() {
  return isKnownPlace(useLocation().pathname) ? <Outlet /> : <NotFoundScreen framed />
}
