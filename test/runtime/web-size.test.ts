import { spawnSync } from 'node:child_process'
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
