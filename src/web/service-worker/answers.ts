/** How long the network may take before the copy in the cache is used. */
const PATIENCE_MS = 4_000

type Sources = {
  /** From the network. */
  fetch: () => Promise<Response>
  /** From the cache of this release. */
  cached: () => Promise<Response | undefined>
  /** Resolves when the network has had its time. */
  patience?: (ms: number) => Promise<void>
}

/**
 * The network's answer, so that a page is never old while there is a connection; the cached one when the network fails,
 * takes too long, or the server behind a proxy is away. Without a copy, whatever the network says.
 */
export async function freshOrCached({ fetch, cached, patience = pause }: Sources): Promise<Response> {
  const fresh = fetch()
  const usable = fresh.then((response) => {
    if (response.status >= 500) throw new Error(`${response.status}`)
    return response
  })
  const late = patience(PATIENCE_MS).then(() => {
    throw new Error('late')
  })
  try {
    return await Promise.race([usable, late])
  } catch {
    usable.catch(() => undefined)
    return (await cached()) ?? (await fresh)
  } finally {
    late.catch(() => undefined)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Paths that are never a screen: the API, files, and pages that the server writes itself. */
const NOT_SCREENS = /^\/(?:v1|health|metrics|socket\.io|assets|locales|icons|outbox)(?:\/|$)|\.[a-z0-9]+$/i

/** Whether a navigation shows the web, whose page may come from the cache. */
export function isScreen(pathname: string): boolean {
  return !NOT_SCREENS.test(pathname)
}
