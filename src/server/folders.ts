import { extname, join } from 'node:path'

// `src/server` and `dist/server`, where the bundle lies, are equally deep.
const root = join(import.meta.dirname, '..', '..')

/** Texts by language and namespace; the web fetches the same files. */
export const localesFolder = join(root, 'public', 'locales')

/** The built web application. */
export const webFolder = join(root, 'dist', 'web')

/** Where the build leaves a database cluster for first starts to copy. */
export const preparedFolder = join(root, 'dist', 'postgres')

/** Where a thread begins: the source itself, or the file the bundle has of it. */
export const threadTasksFile = join(import.meta.dirname, `thread-tasks${extname(import.meta.filename)}`)
