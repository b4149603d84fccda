import { isTest, lineAt, type Check } from './tree.ts'

const WANTED = ["mode: 'all'", 'shouldFocusError: false']

const form = /\buseForm(?:<\w+>)?\((\{[^{}]*)?/g

/**
 * Every form checks itself on change and on blur (spec §5); `useFields` adds the check when it appears, and leads to the
 * first wrong field on screen, where the form library goes by the order in which fields were named.
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
