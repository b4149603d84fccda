import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { localesFolder } from '#server/folders.ts'
import { expect } from './fixtures.ts'

type Texts = { [key: string]: string | Texts }

/** Every text of a language by its key, `namespace:key.of.text`. */
function textsOf(language: string): Map<string, string> {
  const all = new Map<string, string>()
  const read = (texts: Texts, path: string) => {
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === 'string') all.set(`${path}${key}`, value)
      else read(value, `${path}${key}.`)
    }
  }
  const folder = join(localesFolder, language)
  for (const file of readdirSync(folder))
    read(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts, `${file.slice(0, -5)}:`)
  return all
}

const spanish = textsOf('es-MX')
const english = textsOf('en-US')

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A text with anything at its places. */
const pattern = (text: string) =>
  text
    .split(/\{\{.*?\}\}/)
    .map(quoted)
    .join('.*')
/** What a text says by itself; one that is only places and signs says nothing. */
const saysSomething = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}|<[^>]*>/g, ''))
const all = (texts: Iterable<string>) => new RegExp(`^(?:${[...texts].map(pattern).join('|')})$`, 's')

const englishWords = new Set(english.values())
/** What only a Spanish screen says. */
const SPANISH_TEXT = all(
  new Set([...spanish.values()].filter((text) => saysSomething(text) && !englishWords.has(text))),
)
const ENGLISH_TEXT = all(new Set([...englishWords].filter(saysSomething)))
/**
 * Days and months are written by the runtime, and small words give a sentence away that is put together. Letters after
 * a digit are no word: they are part of somebody's address.
 */
const SPANISH_WORD =
  /(?<![\p{L}\p{N}])(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|el|la|los|las|un|una|de|del|que|para|con|por|sin|está|tu|tus|su|sesión|sesiones|hoy|mañana|ayer|hace|más)(?![\p{L}\p{N}])|[¿¡]/iu

/** A country or a city, which is called that in English as well: "GMT-08:00 · Los Angeles". */
const NAME = /^(?:GMT\S* · )?\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)+$/u

const KEYS = new Set([...english.keys()].flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]))

/** Whatever the page says: its texts, the names and hints of its parts, and what its fields show. */
function saidOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = new Set<string>([document.title])
    const isForeign = (element: Element | null) =>
      element?.closest('[lang]')?.getAttribute('lang') !== document.documentElement.lang
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (isForeign(element)) continue
      if (node instanceof Text && !element?.matches('script, style, noscript')) said.add(node.data)
      if (!(node instanceof Element)) continue
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        said.add(node.getAttribute(name) ?? '')
      if (node instanceof HTMLInputElement && node.readOnly) said.add(node.value)
    }
    return [...said].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
  })
}

/**
 * An English screen says nothing in Spanish and shows no key of a text. `written` is what people wrote in their own
 * language, which stays theirs.
 */
export async function expectEnglish(page: Page, what: string, written: readonly string[]): Promise<void> {
  const wrong = []
  for (const text of await saidOn(page)) {
    const ours = written.reduce((rest, theirs) => rest.replaceAll(theirs, ''), text).trim()
    if (KEYS.has(ours) && ours.includes('.')) wrong.push(`a key: ${text}`)
    else if (SPANISH_TEXT.test(ours) && !ENGLISH_TEXT.test(ours)) wrong.push(`Spanish: ${text}`)
    else if (SPANISH_WORD.test(ours) && !NAME.test(ours)) wrong.push(`Spanish words: ${text}`)
  }
  expect.soft(await page.locator('html').getAttribute('lang'), what).toBe('en-US')
  expect.soft(wrong, what).toEqual([])
}
