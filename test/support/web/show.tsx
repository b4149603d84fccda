import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, notifyManager } from '@tanstack/react-query'
import { act, render, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'

/** What every screen has around it: the kit without its transitions, the queries, a router. */
function Around({ at = '/', children }: { at?: string; children: ReactNode }) {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Renders a component as a screen would. */
export function show(component: ReactNode): ReturnType<typeof render> {
  return render(component, { wrapper: Around })
}

/** The same at this address. */
export function showAt(address: string, component: ReactNode): ReturnType<typeof render> {
  return render(<Around at={address}>{component}</Around>)
}

/** Renders a hook; `initialProps` are what it is called with first. */
export function showHook<Result, Props>(
  hook: (props: Props) => Result,
  initialProps: Props,
): ReturnType<typeof renderHook<Result, Props>> {
  return renderHook(hook, { wrapper: Around, initialProps })
}

/** Resolves once components show what the queries know by now: the library tells them in order, a moment later. */
export async function shown(): Promise<void> {
  await act(() => new Promise<void>((resolve) => notifyManager.schedule(resolve)))
}
