import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootPlugin } from './scripts/build/boot-plugin.mjs'
import { chunksPlugin } from './scripts/build/chunks/chunks-plugin.mjs'
import { emojiPlugin } from './scripts/build/emoji-plugin.mjs'

export default defineConfig({
  plugins: [react(), chunksPlugin(), bootPlugin(), emojiPlugin()],
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
    rolldownOptions: {
      output: {
        // Every screen's files are listed in the first one, where each letter weighs: screens keep their names.
        chunkFileNames: ({ isDynamicEntry }) =>
          isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
      },
    },
  },
})
