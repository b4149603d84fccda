import { isTest, lineAt, type Check } from './tree.ts'

/** The one file that makes forms with the options every form has. */
const HOME = 'src/web/widgets/forms/form-model.ts'

const form = /\buseForm\b/g

/**
 * Every form is made by `useSchemaForm` or `useTextForm`, which set that it checks itself on change and on blur
 * (spec §5) and that the focus goes to the first wrong field on screen.
 */
export const forms: Check = {
  name: 'forms',
  run: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/web/') && path !== HOME && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(form)].map(
          ({ index }) => `${path}:${lineAt(text, index)}: a form is made by useSchemaForm or useTextForm`,
        ),
      ),
}
