import { createBrowserRouter, type RouteObject } from 'react-router'
import type { UserType } from '#contract/auth.ts'
import { Gate } from './Gate.tsx'
import { CrashScreen } from './CrashScreen.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { clientRoutes } from './routes.client.tsx'
import { coachRoutes } from './routes.coach.tsx'
import { publicRoutes } from './routes.public.tsx'

/** The routes of one kind of visitor. A private place of nobody matches nothing; the gate has its say before that. */
function routesFor(userType: UserType | null): RouteObject[] {
  const own = userType === 'coach' ? coachRoutes : userType === 'client' ? clientRoutes : []
  return [
    {
      Component: Gate,
      HydrateFallback: LoadingScreen,
      ErrorBoundary: CrashScreen,
      children: [...publicRoutes, ...own, { path: '*', Component: NotFoundScreen }],
    },
  ]
}

export const buildRouter = (userType: UserType | null) => createBrowserRouter(routesFor(userType))
