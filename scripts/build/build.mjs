// Builds dist/server (the bundle and the migrations), dist/export-viewer, dist/web, and dist/postgres for first starts to copy. Everything
// is built in a temporary folder and moved at the end, so that a failed build keeps the last successful one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { build as buildWeb } from 'vite'
import { buildStampPath, isBuilt, sourceFingerprint } from './build-state.mjs'
import { compressAssets } from './compress-assets.mjs'
import { writeInstalledApp } from './installed-app.mjs'
import { publishWeb } from './keep-releases.mjs'
import { withLock } from '../setup/lock.mjs'
import { at, root } from '../setup/project.mjs'
import { bundleExportViewer } from './export-viewer.mjs'
import { bundleServer } from './server-bundle.mjs'

const aside = at('dist', '.building')

try {
  await withLock('build', build)
} catch (error) {
  // The message of either bundler is enough; their stacks are internal.
  console.error(process.stderr.isTTY ? error.message : stripVTControlCharacters(error.message))
  process.exitCode = 1
}

async function build() {
  const wanted = sourceFingerprint()
  if (process.argv.includes('--if-changed') && isBuilt(wanted)) return
  const started = performance.now()
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true })
  await Promise.all([
    bundleServer(`${aside}/server`),
    bundleExportViewer(`${aside}/export-viewer`),
    web(),
    database(),
  ])
  rmSync(buildStampPath, { force: true })
  publish()
  writeFileSync(buildStampPath, wanted)
  rmSync(aside, { recursive: true, force: true })
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function web() {
  await buildWeb({
    root,
    configFile: at('vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: `${aside}/web`, emptyOutDir: true },
  })
  await compressAssets(`${aside}/web/assets`)
  await writeInstalledApp(`${aside}/web`)
}

// In a separate process, because it runs TypeScript of the product, and PostgreSQL.
async function database() {
  const preparing = spawn(process.execPath, [at('scripts', 'build', 'prepare-database.ts')], {
    stdio: 'inherit',
  })
  await once(preparing, 'exit')
}

function publish() {
  for (const part of ['server', 'export-viewer']) {
    rmSync(at('dist', part), { recursive: true, force: true })
    renameSync(`${aside}/${part}`, at('dist', part))
  }
  publishWeb({ fresh: `${aside}/web`, served: at('dist', 'web'), listPath: at('dist', 'web-releases.json') })
}
