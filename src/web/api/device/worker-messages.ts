/** What the service worker tells a page: somebody tapped a push, whose page it should show. */
export const OPEN_PAGE = 'openPage'
export type OpenPageMessage = { type: typeof OPEN_PAGE; path: string }

/** The path of such a message: one of this origin. */
export function pageToOpen(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message) || !('path' in message)) return
  const { type, path } = message
  return type === OPEN_PAGE && typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined
}
