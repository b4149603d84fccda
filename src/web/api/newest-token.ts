import { setToken, useStore } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import { isNewer } from './token.ts'

/**
 * The newest token of this tab's sign-in; null for a visitor. Another tab may have renewed it while this one was
 * suspended: then the stored one is taken over.
 */
export function newestToken(): string | null {
  const { token } = useStore.getState().session
  const stored = storage.readSession()?.token
  if (token === null || stored === undefined || !isNewer(stored, token)) return token
  setToken(stored)
  return stored
}
