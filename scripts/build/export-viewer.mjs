// Bundles the pages that an archive of somebody's data is read with: they open from a disk, so they are plain scripts.
import { build } from 'esbuild'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { at, root } from '../setup/project.mjs'

/** Writes the viewer's page, style and script to `outdir`. */
export async function bundleExportViewer(outdir) {
  mkdirSync(outdir, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'src/export-viewer/main.ts', out: 'viewer' }],
    outdir,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  })
  for (const name of ['index.html', 'viewer.css'])
    cpSync(at('src', 'export-viewer', name), join(outdir, name))
}
