import { logFailure } from '../log.ts'

/** How often a page that stays open looks for a new release of the worker. */
const LOOK_EVERY_MS = 60 * 60_000

/** What a browser says of a metered line (Network Information API). */
type Sparing = { connection?: { saveData?: boolean } }

/**
 * Registers the service worker, which then fetches the files of this release; undefined in an
 * old browser, during development, and for somebody who saves data, until they switch pushes on (`wanted`).
 */
export async function registerWorker(
  wanted: 'ahead' | 'needed' = 'ahead',
): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
  if (wanted === 'ahead' && (navigator as Sparing).connection?.saveData) return undefined
  try {
    return await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  } catch (failure) {
    // Private windows of some browsers refuse it.
    logFailure('service worker', failure)
    return undefined
  }
}

/** Looks for a new worker when the page is shown again, at most once an hour. Returns how to stop. */
export function keepWorkerFresh(
  registration: Pick<ServiceWorkerRegistration, 'update'>,
  now: () => number,
): () => void {
  let lookedAt = now()
  const look = () => {
    if (document.visibilityState === 'hidden' || now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = now()
    // Without a connection it is looked for another time.
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
