import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

test('a CSV has a byte order mark, quoted cells and no formulas', () => {
  expect(
    csvText([
      ['Línea', 'Valor'],
      ['2', '=1+1'],
      ['3', 'di "hola",\nsí'],
      ['4', "'@x"],
    ]),
  ).toBe(`\uFEFF"Línea","Valor"\r\n"2","'=1+1"\r\n"3","di ""hola"",\nsí"\r\n"4","''@x"\r\n`)
})
