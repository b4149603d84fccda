import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const built = join(import.meta.dirname, '..', '..', 'dist', 'server')

test('files that the built server opens exist: a package that reads its files at run time is not bundled', async () => {
  const texts = await Promise.all(
    (await readdir(built))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFile(join(built, name), 'utf8')),
  )
  expect(texts).not.toEqual([])
  const opened = texts.flatMap((text) =>
    [...text.matchAll(/__dirname\s*\+\s*["'`]([^"'`]+)["'`]/g)].map(([, path]) => path!),
  )
  expect(opened.filter((path) => !existsSync(join(built, path)))).toEqual([])
})
