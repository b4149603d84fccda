import { createContext, use, type ReactNode } from 'react'
import { ApiFailure } from '#web/api/failure.ts'

/** The not-found screen, put in by the app: what the server does not have looks like an address nobody has. */
export const NotFoundSlot = createContext<ReactNode>(null)

export function NotFound() {
  return use(NotFoundSlot)
}

/** Whether a query's subject does not exist, or not for this person. */
export function isMissing({ data, error }: { data: unknown; error: unknown }): boolean {
  return data === undefined && error instanceof ApiFailure && error.status === 404
}
