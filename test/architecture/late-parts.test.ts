import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { LATE } from '../../scripts/build/boot-plugin.mjs'
import { isTest, readTree } from '../../scripts/checks/tree.ts'
import { projectRoot } from './temporary-tree.ts'

const web = readTree(join(projectRoot, 'src/web'))
const parts = web
  .filter(({ path }) => !isTest(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/latePart\(\s*'([^']+)'/g)].map(([, source = '']) => ({ path, text, source })),
  )

test('the parts that come late are found', () => {
  expect(parts.length).toBeGreaterThan(3)
})

test.each(parts)('the files of $source are known ahead of a tap', ({ path, text, source }) => {
  expect(existsSync(join(projectRoot, 'src/web', source))).toBe(true)
  expect(LATE.exec(`src/web/${source}`)?.[0]).toBe(`src/web/${source}`)
  // What its owner imports is that file, and no other; the kit has its own function for that.
  if (!text.includes('loadKit')) {
    const imported = [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, to = '']) =>
      posix.normalize(`${dirname(path)}/${to}`),
    )
    expect(imported).toEqual([source])
  }
})
