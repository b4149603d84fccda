import { Outlet, useLocation } from 'react-router'
import { isKnownPlace } from './known-place.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** The screen of an address, or not-found for types and ids that stand for nothing (product §1 D10). */
export function KnownPlace() {
  return isKnownPlace(useLocation().pathname) ? <Outlet /> : <NotFoundScreen framed />
}
