import { adapters } from './adapters.ts'
import { coverage } from './coverage.ts'
import { docComments } from './doc-comments.ts'
import { effectReads } from './effect-reads.ts'
import { fileNames } from './file-names.ts'
import { folderSizes } from './folder-sizes.ts'
import { forms } from './forms.ts'
import { languages } from './texts/languages.ts'
import { localeKeys } from './texts/locale-keys.ts'
import { migrations } from './migrations.ts'
import { moduleDocs } from './module-docs.ts'
import { moduleOrder } from './module-order.ts'
import { oneWord } from './texts/one-word.ts'
import { packages } from './packages.ts'
import { plainWords } from './plain-words.ts'
import { screens } from './screens.ts'
import { styles } from './styles.ts'
import { texts } from './texts/texts.ts'
import type { Check } from './tree.ts'
import { words } from './words.ts'

export const checks: Check[] = [
  folderSizes,
  fileNames,
  texts,
  words,
  plainWords,
  docComments,
  packages,
  adapters,
  effectReads,
  forms,
  screens,
  styles,
  localeKeys,
  languages,
  migrations,
  moduleOrder,
  moduleDocs,
  oneWord,
  coverage,
]
