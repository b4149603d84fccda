import type { RouteObject } from 'react-router'
import { LandingScreen } from '#web/features/auth/LandingScreen.tsx'
import { patterns } from '#web/paths.ts'
import { screens } from './screens.tsx'

/** Places without a sign-in, and those open to all (spec §2, product D1). The landing alone is in the first file. */
export const publicRoutes: RouteObject[] = [
  { path: patterns.home, Component: LandingScreen },
  { path: patterns.register, lazy: screens.register },
  { path: patterns.recovery, lazy: screens.recovery },
  { path: patterns.privacy, lazy: screens.privacy },
  { path: patterns.terms, lazy: screens.terms },
  { path: patterns.invitation, lazy: screens.invitation },
  { path: patterns.sandboxCheckout, lazy: screens.sandboxCheckout },
]
