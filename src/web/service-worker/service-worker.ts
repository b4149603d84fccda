// The service worker: the web without a connection, and pushes (ADR 68). It never touches the API: what people have is
// stored by the page, encrypted (product §1 D16).
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { freshOrCached, isScreen } from './answers.ts'
import { openPush, showPush } from './pushes.ts'
import { scope } from './worker-scope.ts'

declare global {
  /** Written by the build: the files of this release, and a file that only its page names. */
  var __WB_MANIFEST: { url: string; revision: string | null }[]
  var __ENTRY: string
}

/** The page under which every screen opens. */
const SHELL = '/'

// While servers are replaced one by one, an old one may give the page: with the files of this release it would not run.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      if (!response.ok) return null
      if (new URL(request.url).pathname !== SHELL) return response
      return (await response.clone().text()).includes(__ENTRY) ? response : null
    },
  },
])
cleanupOutdatedCaches()

type Preloading = Event & { preloadResponse?: Promise<Response | undefined> }

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isScreen(url.pathname),
  ({ request, event }) =>
    freshOrCached({
      fetch: async () => (await (event as Preloading).preloadResponse) ?? fetch(request),
      cached: () => matchPrecache(SHELL),
    }),
)
registerRoute(
  // A page of the next release needs its own texts.
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/locales/'),
  ({ request, url }) =>
    freshOrCached({ fetch: () => fetch(request), cached: () => matchPrecache(url.pathname) }),
)
precacheAndRoute(__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([scope.clients.claim(), scope.registration.navigationPreload?.enable()])),
)
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPush(scope, event)))
