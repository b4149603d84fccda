import { textsOf } from './locale-texts.ts'
import type { Check } from './tree.ts'

// The interface has one word for each thing; docs/domain.md lists them.
const retired: [pattern: RegExp, instead: string][] = [
  [/(?<!\p{L})ligas?(?!\p{L})/iu, 'enlace'],
  [/(?<!\p{L})minutas?(?!\p{L})/iu, 'resumen'],
]

/** No Spanish text uses a second word for such a thing. */
export const oneWord: Check = {
  name: 'one word',
  run: (files) =>
    files
      .flatMap(textsOf)
      .filter(({ locale }) => locale === 'es-MX')
      .flatMap(({ path, key, value }) =>
        retired.flatMap(([pattern, instead]) => {
          const found = pattern.exec(value)
          return found ? [`${path}: "${key}" says ${found[0]}: the word is ${instead}`] : []
        }),
      ),
}
