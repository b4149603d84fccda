import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { UserType } from '#contract/account/auth.ts'
import { Component as Landing } from '#web/features/auth/LandingScreen.tsx'
import { KnownAddress } from './KnownAddress.tsx'
import { loadScreen } from './load-screen.ts'
import {
  type FirstFileScreen,
  type Screen,
  type ScreenName,
  allScreens,
  isFramed,
  isPublic,
  patternsOf,
  screensOf,
  shell,
} from './screens.ts'
import { CrashScreen } from './states/CrashScreen.tsx'
import { NotFoundScreen } from './states/NotFoundScreen.tsx'

const firstFile: Record<FirstFileScreen, ComponentType> = { home: Landing }

/** Screens without a sign-in, and those open to all (spec §2, product D1). */
export const publicRoutes: RouteObject[] = allScreens
  .filter(([, screen]) => isPublic(screen))
  .flatMap(([name, screen]) => routesAt(name, screen))

/** The screens of a person, by what they are (spec §2 and §6). */
export function routesOf(userType: UserType): RouteObject[] {
  const own = screensOf(userType)
  const routes = (inShell: boolean) =>
    own
      .filter(([, screen]) => isFramed(screen) === inShell)
      .flatMap(([name, screen]) => routesAt(name, screen))
  return [...routes(false), framed(routes(true))]
}

function routesAt(name: ScreenName, screen: Screen): RouteObject[] {
  const { load, texts, isFirst } = screen
  const shown =
    load === null
      ? { Component: firstFile[name as FirstFileScreen] }
      : { lazy: () => loadScreen(name, load, texts, isFirst) }
  return patternsOf(screen).map((path) => ({ path, ...shown }))
}

/** Screens inside the shell. One that fails, or is not found, leaves the sidebar and the header as they are. */
function framed(routes: RouteObject[]): RouteObject {
  return {
    lazy: () => loadScreen('shell', shell.load, shell.texts, true),
    children: [
      {
        Component: KnownAddress,
        errorElement: <CrashScreen framed />,
        children: [...routes, { path: '*', element: <NotFoundScreen framed /> }],
      },
    ],
  }
}
