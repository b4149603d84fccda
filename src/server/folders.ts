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

/** The file a thread runs: the source itself, or its file in the bundle. */
export const threadTasksFile = join(import.meta.dirname, `thread-tasks${extname(import.meta.filename)}`)

/** What a scheduled backup runs in: the source itself, or its file in the bundle. */
export const backupProcessFile = join(import.meta.dirname, `backup-process${extname(import.meta.filename)}`)

/** What an archive of somebody's data is written in: the source itself, or its file in the bundle. */
export const archiveThreadFile = join(import.meta.dirname, `archive-thread${extname(import.meta.filename)}`)

/** Names the release of Norte. */
export const packageFile = join(root, 'package.json')
