// The parts of a service worker that are used here: its own types cannot be loaded beside those of a page.

export type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }

export type PushEvent = ExtendableEvent & { data: { text(): string } | null }

export type NotificationClickEvent = ExtendableEvent & {
  notification: { data: unknown; close(): void }
}

/** A page of the product that is open. */
export type OpenPage = {
  url: string
  focused: boolean
  visibilityState: string
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

export type Shown = { title: string; options: NotificationOptions & { renotify?: boolean } }

export type WorkerScope = {
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', heard: (event: ExtendableEvent) => void): void
  addEventListener(name: 'push', heard: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', heard: (event: NotificationClickEvent) => void): void
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>
    openWindow(path: string): Promise<unknown>
  }
  registration: {
    showNotification(title: string, options: Shown['options']): Promise<void>
    getNotifications(filter: { tag: string }): Promise<readonly { close(): void }[]>
    navigationPreload?: { enable(): Promise<void> }
  }
  navigator: { setAppBadge?(): Promise<void> }
  location: { origin: string }
}

export const scope = globalThis as unknown as WorkerScope
