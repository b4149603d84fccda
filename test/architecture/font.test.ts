import { openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { at } from '../../scripts/setup/project.mjs'
import { LATIN_FONT, SOURCE, charactersOfStyles, weightsOfStyles } from '../../scripts/build/latin-font.ts'

const open = (path: string) => openSync(at(path))

test('the font that is shipped has the weights and characters of the styles (node scripts/build/font.ts)', () => {
  const shipped = open(LATIN_FONT)
  expect(shipped.variationAxes['wght']).toMatchObject(weightsOfStyles())
  const wanted = new Set(charactersOfStyles().map((each) => each.codePointAt(0)!))
  const whole = open(SOURCE).characterSet.filter((each) => wanted.has(each))
  expect(whole.length).toBeGreaterThan(200)
  expect(whole.filter((each) => !shipped.characterSet.includes(each))).toEqual([])
})
