import { isTest, lineAt, type Check } from './tree.ts'

const form = /\buseForm(?:<\w+>)?\((\{[^{}]*)?/g

/** Every form checks itself on change and on blur (spec §5); `useFields` adds the check when it appears. */
export const forms: Check = {
  name: 'forms',
  run: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/web/') && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(form)]
          .filter(([, options = '']) => !options.includes("mode: 'all'"))
          .map(({ index }) => `${path}:${lineAt(text, index)}: a form wants mode: 'all'`),
      ),
}
