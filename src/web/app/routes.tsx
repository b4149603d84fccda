import type { RouteObject } from 'react-router'
import type { UserType } from '#contract/account/auth.ts'
import { KnownAddress } from './KnownAddress.tsx'
import { loadScreen } from './load-screen.ts'
import type { Screen } from './screen.ts'
import {
  type ScreenName,
  allScreens,
  isFramed,
  isPublic,
  patternsOf,
  queries,
  screensOf,
  shell,
} from './screens.ts'
import { CrashScreen } from './states/CrashScreen.tsx'
import { NotFoundScreen } from './states/NotFoundScreen.tsx'

/** Screens without a sign-in, and those open to all (spec §2, product D1). */
export const publicRoutes: RouteObject[] = unframed(allScreens.filter(([, screen]) => isPublic(screen)))

/** The screens of a person, by what they are (spec §2 and §6). */
export function routesOf(userType: UserType): RouteObject[] {
  const own = screensOf(userType)
  return [
    ...unframed(own.filter(([, screen]) => !isFramed(screen))),
    framed(own.filter(([, screen]) => isFramed(screen)).flatMap(routesAt)),
  ]
}

type Named = readonly [name: ScreenName, screen: Screen]

/** Screens outside the shell, with what provides their queries. */
function unframed(screens: readonly Named[]): RouteObject[] {
  const hasNone = ([, { hasNoQueries }]: Named) => hasNoQueries === true
  const withQueries = screens.filter((each) => !hasNone(each))
  return [
    ...screens.filter(hasNone).flatMap(routesAt),
    ...(withQueries.length > 0 ? [layout(withQueries)] : []),
  ]
}

function layout(screens: readonly Named[]): RouteObject {
  return {
    lazy: () => loadScreen('queries', queries.load, [], true),
    children: screens.flatMap(routesAt),
  }
}

function routesAt([name, screen]: Named): RouteObject[] {
  const { load, texts, isFirst } = screen
  return patternsOf(screen).map((path) => ({ path, lazy: () => loadScreen(name, load, texts, isFirst) }))
}

/** Screens inside the shell. One that fails, or is not found, leaves the sidebar and the header as they are. */
function framed(routes: RouteObject[]): RouteObject {
  return {
    lazy: () => loadScreen('shell', shell.load, shell.texts, true),
    children: [
      {
        Component: KnownAddress,
        errorElement: <CrashScreen framed />,
        children: [...routes, { path: '*', element: <NotFoundScreen /> }],
      },
    ],
  }
}
