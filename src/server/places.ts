import { join } from 'node:path'

// `src/server` and `dist/server`, where the bundle lies, are equally deep.
const root = join(import.meta.dirname, '..', '..')

/** Texts by language and namespace; the web fetches the same files. */
export const localesFolder = join(root, 'public', 'locales')

/** The built web application. */
export const webFolder = join(root, 'dist', 'web')

/** Where the build leaves a database cluster for first starts to copy. */
export const preparedFolder = join(root, 'dist', 'postgres')
