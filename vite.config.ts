import { existsSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootPlugin } from './scripts/build/boot-plugin.mjs'

/** What nearly every screen shows, the two dashboards among them: one file instead of ten. */
const PIECES = [
  'ui/layout/Card',
  'ui/layout/StatusBadge',
  'ui/layout/TwoLines',
  'ui/feedback/EmptyState',
  'ui/feedback/ErrorState',
  'widgets/page/QueryView',
  'widgets/session/MeetingPlace',
  'widgets/session/SessionStatus',
  'widgets/session/SessionTime',
  'widgets/session/session-look',
]
for (const piece of PIECES) {
  const path = join(import.meta.dirname, 'src', 'web', piece)
  if (!['.ts', '.tsx'].some((extension) => existsSync(path + extension))) throw new Error(`${path} is gone`)
}
const pieces = new RegExp(
  String.raw`[\\/]src[\\/]web[\\/](?:${PIECES.join('|').replaceAll('/', String.raw`[\\/]`)})\b`,
)

export default defineConfig({
  plugins: [react(), bootPlugin()],
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    sourcemap: false,
    // Small files inlined as data: URLs would need their own exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Lists which files belong to which screen, for scripts/build/web-size.mjs.
    manifest: true,
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    // Left alone, every icon and shared piece becomes a file of its own: a hundred requests for one screen.
    rolldownOptions: {
      output: {
        // Every screen's files are listed in the first one, where each letter weighs: screens keep their names.
        chunkFileNames: ({ isDynamicEntry }) =>
          isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // What the first screen needs, in one file beside the entry.
            { name: 'first', tags: ['$initial'], priority: 3 },
            // The frame of every signed-in screen, which is kept from one screen to the next.
            { name: 'shell', test: /[\\/]src[\\/]web[\\/]app[\\/]shell[\\/]/, priority: 2 },
            { name: 'pieces', test: pieces, priority: 1 },
            // Icons of several screens; one that a single screen shows comes with it.
            { name: 'icons', test: /@tabler[\\/]icons-react/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
})
