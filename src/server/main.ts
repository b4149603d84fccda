import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// What V8 compiled for one start serves the next; where the folder cannot be written, nothing is lost but that.
enableCompileCache(join(import.meta.dirname, '..', 'compile-cache'))

// Loading the program makes so much garbage that V8 widens its young generation to 64 MB, which it never gives back:
// a third of the idle memory. So it stays small while loading, and may grow from then on as requests need it.
setFlagsFromString('--semi-space-growth-factor=1')
const [{ run }, { fillDemo }] = await Promise.all([import('./run.ts'), import('./demo/fill.ts')])
await run({ env: process.env, argv: process.argv.slice(2), fillDemo })
setFlagsFromString('--semi-space-growth-factor=2')
