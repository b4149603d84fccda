import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const built = join(import.meta.dirname, '..', '..', 'dist', 'server')

// A bundled package no longer has its folder: what it reads beside itself is missing. It must stay installed
// (scripts/build/server-bundle.mjs), unless the product never asks for the file.
const neverRead = [
  // The browser's socket client, which the web has in its own bundle (serveClient: false).
  '"../client-dist/"',
  // Transports of the log, which run in threads. The product writes to its standard output.
  '"..","file.js"',
  '"lib","worker.js"',
  '"worker.js"',
  // A folder that ioredis leaves out of the stacks of its errors.
  '__dirname)):reject(err)',
]

test('no bundled package reads files beside itself', async () => {
  const names = (await readdir(built)).filter((name) => name.endsWith('.js'))
  expect(names).toContain('main.js')
  const texts = await Promise.all(names.map((name) => readFile(join(built, name), 'utf8')))
  // The names at the head of each file are ours; what a package makes of them follows in brackets or a sum.
  const uses = texts.flatMap((text) => text.match(/\b__(?:dir|file)name\b(?!\s*=).{0,60}/g) ?? [])
  const read = uses.map(
    (use) => /^__dirname,((?:"[^"]*",?)+)/.exec(use)?.[1]?.replace(/,$/, '') ?? use.replace(/\}.*/s, ''),
  )
  expect([...new Set(read)].toSorted()).toEqual(neverRead.toSorted())
})
