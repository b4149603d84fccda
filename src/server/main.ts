import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// Caches compiled code for the next start; if the folder is not writable, only the cache is lost.
enableCompileCache(join(import.meta.dirname, '..', 'compile-cache'))

// Loading the program creates so much garbage that V8 grows its young generation to 64 MB and never shrinks it: a third
// of the idle memory. So it stays small while loading, and may grow once requests are served.
setFlagsFromString('--semi-space-growth-factor=1')
const [{ run }, { fillDemo }] = await Promise.all([import('./run.ts'), import('./demo/fill.ts')])
await run({ env: process.env, argv: process.argv.slice(2), fillDemo })
setFlagsFromString('--semi-space-growth-factor=2')
