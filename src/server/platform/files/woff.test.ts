import { readFileSync } from 'node:fs'
import { create, openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { fontFiles } from './pdf-fonts.ts'
import { unpackWoff } from './woff.ts'

test('a font is the same unpacked', () => {
  const path = fontFiles().Rare.normal
  const characters = create(unpackWoff(readFileSync(path))).characterSet
  expect(characters).toEqual(openSync(path).characterSet)
  expect(characters).toContain('山'.codePointAt(0))
})

test('a file of another kind is refused', () => {
  expect(() => unpackWoff(Buffer.from('OTTO and more'))).toThrow(RangeError)
})
