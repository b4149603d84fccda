// Long tests have `@long` at the end of their title. `npm test` leaves them out and says in how many files they are, `npm run
// test:long` runs nothing else. Who names a file runs all that is in it.
import { readFileSync } from 'node:fs'

const LONG = / @long\b/
/** `test(`, `it(`, and what follows the table of an `each`. */
const DECLARATION = /^ *(?:(?:test|it)(?:\.each\(.*\))?|\]\))\(\s*(.*)/gm

/** A runner's arguments for the tests that are wanted: the `short` ones, the `long` ones, or `all`. */
export const chosenBy = {
  vitest: { all: [], short: ['--testNamePattern=^(?!.* @long\\b)'], long: ['--testNamePattern= @long\\b'] },
  playwright: { all: [], short: ['--grep-invert= @long\\b'], long: ['--grep= @long\\b'] },
}

/** Whether a test with this title runs in such a run. */
export const isChosen = (title, chosen) => chosen === 'all' || LONG.test(title) === (chosen === 'long')

/** Whether something of a test file runs in such a run. */
export function runsIn(path, chosen) {
  const { long, short } = testsOf(path)
  return chosen === 'all' || (chosen === 'long' ? long > 0 : short > 0 || long === 0)
}

/** How many tests a file declares, by their titles; one of a loop counts once, and as both if its title decides. */
function testsOf(path) {
  const titles = [...readFileSync(path, 'utf8').matchAll(DECLARATION)]
  const long = titles.filter(([, title]) => LONG.test(title)).length
  const either = titles.filter(([, title]) => LONG.test(title) && title.includes('?')).length
  return { long, short: titles.length - long + either }
}
