import { createContext, use, type ReactNode } from 'react'
import { ApiFailure } from '#web/api/failure.ts'

/** The not-found screen, set by the app: a missing object looks like an unknown address. */
export const NotFoundSlot = createContext<ReactNode>(null)

export function NotFound() {
  return use(NotFoundSlot)
}

/** Whether a query's subject does not exist, or not for this viewer. */
export function isMissing({ data, error }: { data: unknown; error: unknown }): boolean {
  return data === undefined && error instanceof ApiFailure && error.status === 404
}
