import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'

/** Provides the queries. Not at the root: a visitor's first screen has none, and loads without their library. */
export function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

/** The layout of the screens outside the shell, which provides them itself. */
export function Component() {
  return (
    <WithQueries>
      <Outlet />
    </WithQueries>
  )
}
