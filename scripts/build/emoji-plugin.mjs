// The names of emoji in the languages of the product, for the picker of messages: from a package, as files of the web, so
// that no browser asks another server for them. Of each emoji only what the picker reads.
import { readFileSync } from 'node:fs'
import { at } from '../setup/project.mjs'

const LOCALES = ['es-mx', 'en']

const read = (locale, name) =>
  JSON.parse(readFileSync(at('node_modules', 'emojibase-data', locale, `${name}.json`), 'utf8'))

const trimmed = ({ emoji, label, group, subgroup, order, version, tags, skins }) => ({
  emoji,
  label,
  group,
  subgroup,
  order,
  version,
  tags,
  ...(skins && { skins: skins.map((skin) => ({ emoji: skin.emoji, tone: skin.tone })) }),
})

/** @returns {import('vite').Plugin} */
export function emojiPlugin() {
  return {
    name: 'norte-emoji',
    apply: 'build',
    generateBundle() {
      for (const locale of LOCALES) {
        const files = { data: read(locale, 'data').map(trimmed), messages: read(locale, 'messages') }
        for (const [name, content] of Object.entries(files)) {
          this.emitFile({
            type: 'asset',
            fileName: `emoji/${locale}/${name}.json`,
            source: JSON.stringify(content),
          })
        }
      }
    },
  }
}
