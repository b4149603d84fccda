import { isTest, lineAt, type Check } from './tree.ts'

const WANTED = ["mode: 'all'", 'shouldFocusError: false']

const form = /\buseForm(?:<\w+>)?\((\{[^{}]*)?/g

/**
 * Every form validates on change and on blur (spec §5). `useFields` also validates on mount, and focuses the first
 * invalid field on screen, while the form library uses the order of registration.
 */
export const forms: Check = {
  name: 'forms',
  run: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/web/') && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(form)].flatMap(([, options = ''], at, all) =>
          WANTED.filter((option) => !options.includes(option)).map(
            (option) => `${path}:${lineAt(text, all[at]?.index ?? 0)}: a form wants ${option}`,
          ),
        ),
      ),
}
