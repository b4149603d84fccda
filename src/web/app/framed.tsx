import type { RouteObject } from 'react-router'
import { CrashScreen } from './states/CrashScreen.tsx'
import { KnownAddress } from './KnownAddress.tsx'
import { NotFoundScreen } from './states/NotFoundScreen.tsx'
import { screens } from './screens.tsx'

/** Places inside the shell. One that fails, or is none, leaves the sidebar and the header where they are. */
export function framed(places: RouteObject[]): RouteObject {
  return {
    lazy: screens.shell,
    children: [
      {
        Component: KnownAddress,
        errorElement: <CrashScreen framed />,
        children: [...places, { path: '*', element: <NotFoundScreen framed /> }],
      },
    ],
  }
}
