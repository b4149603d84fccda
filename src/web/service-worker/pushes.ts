import type { PushPayload } from '#contract/account/push.ts'
import { OPEN_PAGE, type OpenPageMessage } from '#web/api/device/worker-messages.ts'
import { paths } from '#web/paths.ts'
import { targetOfPush } from './push-target.ts'
import type { NotificationClickEvent, PushEvent, WorkerScope } from './worker-scope.ts'

/** What the server sent; undefined for what this release does not understand. */
function read(text: string): PushPayload | undefined {
  try {
    const payload = JSON.parse(text) as Partial<PushPayload> | null
    const isWhole = payload?.v === 1 && typeof payload.title === 'string' && typeof payload.tag === 'string'
    return isWhole ? (payload as PushPayload) : undefined
  } catch {
    return undefined
  }
}

/**
 * Shows a push. Browsers demand that something is shown for each: one that this release does not understand leads home,
 * and somebody who looks at the product sees it there, so that what is shown is taken away again at once.
 */
export async function showPush(scope: WorkerScope, { data }: Pick<PushEvent, 'data'>): Promise<void> {
  const payload = read(data?.text() ?? '')
  const tag = payload?.tag ?? 'norte'
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isLooking = pages.some(({ focused, visibilityState }) => focused && visibilityState === 'visible')
  await scope.registration.showNotification(payload?.title ?? 'Norte', {
    body: payload?.text ?? '',
    tag,
    icon: paths.icon(),
    badge: paths.badge(),
    silent: isLooking,
    // What replaces another one is news as well.
    renotify: !isLooking,
    data: { path: payload ? targetOfPush(payload) : paths.home() },
  })
  if (isLooking) {
    for (const shown of await scope.registration.getNotifications({ tag })) shown.close()
  } else await scope.navigator.setAppBadge?.().catch(() => undefined)
}

/** Goes to the page of a push: in a tab that is open, else in a new one. */
export async function openPush(
  scope: WorkerScope,
  { notification }: Pick<NotificationClickEvent, 'notification'>,
): Promise<void> {
  notification.close()
  const path = pathOf(notification.data)
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The one that was looked at last comes first.
  const [page] = pages.filter(({ url }) => new URL(url).origin === scope.location.origin)
  if (!page) return void (await scope.clients.openWindow(path))
  await page.focus().catch(() => undefined)
  page.postMessage({ type: OPEN_PAGE, path } satisfies OpenPageMessage)
}

function pathOf(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : paths.home()
}
