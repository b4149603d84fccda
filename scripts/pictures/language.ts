import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/languages.ts'

/** The language of the pictures: `--language=en-US`, else es-MX. */
export const LANGUAGE =
  LANGUAGES.find((language) => process.argv.includes(`--language=${language}`)) ?? DEFAULT_LANGUAGE
