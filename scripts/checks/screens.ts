import { isTest, type Check } from './tree.ts'

const TABLE = 'src/web/app/screens.ts'
/** Lines of the table beside it. */
const PARTS = /^src\/web\/app\/[\w-]+-screens\.ts$/
/** Imports the screen that comes with the first file. */
const ROUTES = 'src/web/app/routes.tsx'

/**
 * Every screen file is in the table of screens: those named `…Screen.tsx` (app/states has what is shown in place of a
 * screen), and those that export `Component` for the router.
 */
export const screens: Check = {
  name: 'screens',
  run: (files) => {
    const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
    const listed = new Set(
      [
        ...files
          .filter(({ path }) => path === TABLE || PARTS.test(path))
          .flatMap(({ text }) => [...text.matchAll(/import\('([^']+)'\)/g)]),
        ...textOf(ROUTES).matchAll(/import \{ Component as \w+ \} from '([^']+)'/g),
      ].map(([, wanted = '']) => wanted.replace(/^#web\//, 'src/web/').replace(/^\.\//, 'src/web/app/')),
    )
    if (listed.size === 0) return [`${TABLE}: no screen was found`]
    return files
      .filter(({ path }) => path.startsWith('src/web/') && path.endsWith('.tsx') && !isTest(path))
      .filter(
        ({ path, text }) =>
          (path.endsWith('Screen.tsx') && !path.startsWith('src/web/app/states/')) ||
          /^export (function|const) Component\b/m.test(text),
      )
      .filter(({ path }) => !listed.has(path))
      .map(({ path }) => `${path}: a screen that ${TABLE} does not list`)
  },
}
