import { extname, join } from 'node:path'

// `src/server` and `dist/server`, the bundle's folder, have the same depth.
const root = join(import.meta.dirname, '..', '..')

/** Texts by language and namespace; the web fetches the same files. */
export const localesFolder = join(root, 'public', 'locales')

/** The built web application. */
export const webFolder = join(root, 'dist', 'web')

/** The pages that an archive of somebody's data is read with, as the build leaves them. */
export const viewerFolder = join(root, 'dist', 'export-viewer')

/** Where the build leaves a database cluster for first starts to copy. */
export const preparedFolder = join(root, 'dist', 'postgres')

/** A file of beside/: the source itself, or its file in the bundle, which has no folders. */
function besideFile(name: string): string {
  const end = extname(import.meta.filename)
  return join(import.meta.dirname, end === '.ts' ? 'beside' : '', `${name}${end}`)
}

/** The file that threads run. */
export const threadTasksFile = besideFile('thread-tasks')

/** What a scheduled backup runs in. */
export const backupProcessFile = besideFile('backup-process')

/** What an archive of somebody's data is written in. */
export const archiveThreadFile = besideFile('archive-thread')

/** Names the release of Norte. */
export const packageFile = join(root, 'package.json')
