import { isCode, isTest, type Check } from './tree.ts'

const sourceLimit = 400
const testLimit = 600

/** A file above its limit contains more than one thing. Generated files are exempt. */
export const fileSizes: Check = {
  name: 'file sizes',
  run: (files) =>
    files
      .filter(
        ({ path, text }) => isCode(path) && !/^(\/\/|\/\*\*?|--)[^\n]*(\n \*[^\n]*)?generated/i.test(text),
      )
      .flatMap(({ path, text }) => {
        const lines = text.trimEnd().split('\n').length
        const limit = isTest(path) ? testLimit : sourceLimit
        return lines > limit ? [`${path}: ${lines} lines, at most ${limit}`] : []
      }),
}
