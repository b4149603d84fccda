import { lineAt, type Check } from './tree.ts'

/** The start of a rule: what precedes its brace, or the brace that ends one. */
const brace = /([^{};]*)([{}])/g
const comment = /\/\*[^]*?\*\//g

/**
 * No selector asks `:has()` of one element and styles another of any kind, as `.list:has(b) > :not(a)` does: the browser
 * would compute the styles of the whole page again whenever an element, be it a style sheet, comes into it. A tag or a
 * class of the other element is enough, or a variable that the first one sets.
 */
export const styles: Check = {
  name: 'styles',
  run: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/web/') && path.endsWith('.css'))
      .flatMap(({ path, text }) =>
        loudSelectors(text).map(
          ([index, selector]) =>
            `${path}:${lineAt(text, index)}: ${selector} styles any element by the :has() of another: name its tag or class`,
        ),
      ),
}

/** Those selectors, each with where it begins; a nested rule belongs to the selectors around it. */
function loudSelectors(text: string): [number, string][] {
  const around: string[] = []
  const found: [number, string][] = []
  const plain = text.replace(comment, (each) => each.replace(/[^\n]/g, ' '))
  for (const { 0: all, 1: written = '', 2: sign, index } of plain.matchAll(brace)) {
    if (sign === '}') {
      around.pop()
      continue
    }
    const selector = written.trim()
    around.push(selector.startsWith('@') ? '' : selector)
    if (!selector.startsWith('@') && isLoud(around)) found.push([index + all.length - 1, selector])
  }
  return found
}

/** Whether the innermost rule styles any element, and an element before it is asked for `:has()`. */
function isLoud(around: readonly string[]): boolean {
  const outer = around.slice(0, -1).join(' ')
  return splitOutside(around.at(-1) ?? '', /,/).some((selector) => {
    const elements = splitOutside(selector.trim(), /[\s>+~]/)
    const subject = elements.at(-1) ?? ''
    // `&:hover` is the element of the rule around it.
    if (/^([.#&a-z]|:root|:global)/.test(subject)) return false
    return [outer, ...elements.slice(0, -1)].join(' ').includes(':has(')
  })
}

/** The pieces of a selector between these signs, of which those within brackets count for nothing. */
function splitOutside(selector: string, between: RegExp): string[] {
  let depth = 0
  const pieces = ['']
  for (const sign of selector) {
    if (/[)\]]/.test(sign)) depth -= 1
    if (depth === 0 && between.test(sign)) pieces.push('')
    else pieces.push(`${pieces.pop() ?? ''}${sign}`)
    if (/[([]/.test(sign)) depth += 1
  }
  return pieces
}
