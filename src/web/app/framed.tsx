import type { RouteObject } from 'react-router'
import { CrashScreen } from './CrashScreen.tsx'
import { KnownPlace } from './KnownPlace.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { screens } from './screens.tsx'

/** Places inside the shell. One that fails, or is none, leaves the sidebar and the header where they are. */
export function framed(places: RouteObject[]): RouteObject {
  return {
    lazy: screens.shell,
    children: [
      {
        Component: KnownPlace,
        errorElement: <CrashScreen framed />,
        children: [...places, { path: '*', element: <NotFoundScreen framed /> }],
      },
    ],
  }
}
