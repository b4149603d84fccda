import { createBrowserRouter, type RouteObject } from 'react-router'
import type { UserType } from '#contract/account/auth.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import { Gate } from './Gate.tsx'
import { setAlert } from '#web/store/alert.ts'
import { CrashScreen } from './states/CrashScreen.tsx'
import { LoadingScreen } from './states/LoadingScreen.tsx'
import { loadScreen } from './load-screen.ts'
import { publicRoutes, routesOf } from './routes.tsx'

type Router = ReturnType<typeof createBrowserRouter>

const publicNotFound = async () => ({
  Component: (await import('./states/PublicNotFound.tsx')).PublicNotFound,
})

/** The routes of one kind of visitor. A private place of nobody matches nothing; the gate has its say before that. */
function routesFor(userType: UserType | null): RouteObject[] {
  const own = userType === null ? [] : routesOf(userType)
  return [
    {
      Component: Gate,
      HydrateFallback: LoadingScreen,
      ErrorBoundary: CrashScreen,
      children: [
        ...publicRoutes,
        ...own,
        {
          path: '*',
          lazy: () => loadScreen('notFound', publicNotFound, []),
        },
      ],
    },
  ]
}

/** The router of the first screen until it is shown. */
let first: { userType: UserType | null; router: Router } | undefined

/** Builds the router of the first screen before React begins: both in one task would make the first tap wait. */
export function prepareRouter(userType: UserType | null): void {
  first = { userType, router: createRouter(userType) }
}

export function buildRouter(userType: UserType | null): Router {
  const prepared = first
  first = undefined
  return prepared && prepared.userType === userType ? prepared.router : createRouter(userType)
}

function createRouter(userType: UserType | null): Router {
  const router: Router = createBrowserRouter(whereLoadingFails(routesFor(userType), () => stayHere(router)))
  return router
}

/** The same routes, which call `onFailure` when a screen that is gone to cannot be had. */
function whereLoadingFails(routes: RouteObject[], onFailure: () => void): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route
    return {
      ...route,
      ...(typeof lazy === 'function' && {
        lazy: async () => {
          try {
            return await lazy()
          } catch (failure) {
            onFailure()
            throw failure
          }
        },
      }),
      ...(children && { children: whereLoadingFails(children, onFailure) }),
    } as RouteObject
  })
}

/**
 * A person who follows a link that cannot load stays where they are, with what they have typed, and is told. On the first
 * page, or on the way back, there is nothing to stay on: the screen says it.
 */
function stayHere(router: Router): void {
  const { location: shown, navigation } = router.state
  const leftAlready = location.pathname + location.search !== shown.pathname + shown.search
  if (navigation.state === 'idle' || leftAlready) return
  setAlert(i18n.t('common:chunk.stay'), 'error')
  void router.navigate(shown, { replace: true, preventScrollReset: true })
}
