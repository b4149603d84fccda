import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { at } from '../../scripts/setup/project.mjs'

test('every screen of the built web keeps its budget of bytes and of files', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [at('scripts', 'build', 'web-size.mjs')], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/dashboard of a coach, JavaScript .*yes/)
  expect(stdout.split('\n').filter((line) => line.includes('NO'))).toEqual([])
})

test('each script and style of the built web is there compressed as well, with the same content', () => {
  const folder = at('dist', 'web', 'assets')
  const names = new Set(readdirSync(folder))
  const large = [...names].filter(
    (name) => /\.(?:js|css)$/.test(name) && readFileSync(`${folder}/${name}`).length >= 1_400,
  )
  expect(large.length).toBeGreaterThan(20)
  for (const name of large) {
    expect([name, names.has(`${name}.br`)]).toEqual([name, true])
    const compressed = readFileSync(`${folder}/${name}.br`)
    expect(brotliDecompressSync(compressed).equals(readFileSync(`${folder}/${name}`))).toBe(true)
  }
})
