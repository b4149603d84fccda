import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../scripts/setup/chromium.mjs'
import { publishWeb } from '../../scripts/build/keep-releases.mjs'
import { withLock } from '../../scripts/setup/lock.mjs'
import { at, packagedNode } from '../../scripts/setup/project.mjs'

const temporary = mkdtempSync(join(tmpdir(), 'norte-setup-'))
afterAll(() => rmSync(temporary, { recursive: true }))

function write(path: string, text: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

function writeProgram(path: string): string {
  write(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

// A project with these scripts and one package, which replaces the packaged Node and comes from a folder: it installs
// without network access. Its path has a space and a non-ASCII letter.
function tinyProject(name: string): string {
  const folder = join(temporary, `${name} ñ`)
  const nodePackage = `node-linux-${process.arch}`
  cpSync(fileURLToPath(new URL('../../scripts', import.meta.url)), join(folder, 'scripts'), {
    recursive: true,
  })
  writeProgram(join(folder, 'vendor', 'bin', 'node'))
  write(join(folder, 'vendor', 'package.json'), JSON.stringify({ name: nodePackage, version: '1.0.0' }))
  const dependencies = { [nodePackage]: 'file:vendor' }
  write(join(folder, 'package.json'), JSON.stringify({ name: 'tiny', version: '1.0.0', dependencies }))
  writeLockfile(folder, {})
  return folder
}

function writeLockfile(folder: string, extra: object, packageVersion = '1.0.0'): void {
  const { name, version, dependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, object>
  const packages = {
    '': { name, version, dependencies, ...extra },
    [`node_modules/node-linux-${process.arch}`]: { resolved: 'vendor', link: true },
    'vendor': { name: `node-linux-${process.arch}`, version: packageVersion },
  }
  write(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages }),
  )
}

function setUp(folder: string, mode = 'check', env = {}): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/setup/setup.mjs', mode], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })))
}

describe.runIf(packagedNode() && process.platform === 'linux')('setup', () => {
  test('installs from nothing, links Node, and has nothing to do or say after that', async () => {
    const folder = tinyProject('fresh')
    expect(await setUp(folder)).toMatchObject({ status: 0, output: expect.stringContaining('Installing') })
    const link = join(folder, 'node_modules/.bin/node')
    expect(realpathSync(link)).toBe(realpathSync(join(folder, 'vendor/bin/node')))
    expect(await setUp(folder)).toEqual({ status: 0, output: '' })
  })

  test('repairs a Node link that is missing or points elsewhere', async () => {
    const folder = tinyProject('link')
    await setUp(folder)
    const link = join(folder, 'node_modules/.bin/node')
    rmSync(link)
    expect(await setUp(folder)).toEqual({ status: 0, output: '' })
    expect(existsSync(link)).toBe(true)
  })

  test('installs again when the lockfile changed and the tree does not match it', async () => {
    const folder = tinyProject('changed')
    await setUp(folder)
    writeLockfile(folder, { license: 'MIT' })
    // Another lockfile, the same packages: nothing to download, only the stamp is renewed.
    expect(await setUp(folder)).toEqual({ status: 0, output: '' })

    writeLockfile(folder, {}, '2.0.0')
    expect((await setUp(folder)).output).toContain('Installing')
    expect(await setUp(folder)).toEqual({ status: 0, output: '' })
  })

  test('does not corrupt anything when several start at once', async () => {
    const folder = tinyProject('crowd')
    const all = await Promise.all([setUp(folder), setUp(folder), setUp(folder)])
    expect(all.map(({ status }) => status)).toEqual([0, 0, 0])
    expect(all.filter(({ output }) => output.includes('Installing'))).toHaveLength(1)
    expect(await setUp(folder)).toEqual({ status: 0, output: '' })
  })

  test('says what is wrong when the packages cannot be installed', async () => {
    const folder = tinyProject('broken')
    rmSync(join(folder, 'package-lock.json'))
    const { status, output } = await setUp(folder)
    expect(status).toBe(1)
    expect(output).toContain('The packages could not be installed')
    expect(output).not.toContain('at ensureInstalled')
  })

  test('installs nothing with an npm whose Node is too old, which would leave packages out', async () => {
    const folder = tinyProject('old')
    const env = { npm_config_user_agent: 'npm/9.2.0 node/v18.20.4 linux x64 workspaces/false' }
    const { status, output } = await setUp(folder, 'check', env)
    expect(status).toBe(1)
    expect(output).toContain('npm runs here on Node v18.20.4')
    expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  })

  test('refuses a mode it does not know', async () => {
    expect(await setUp(tinyProject('mode'), 'dance')).toMatchObject({ status: 1 })
  })
})

describe('the lock', () => {
  test('lets one in at a time', async () => {
    const order: string[] = []
    const work = (name: string) =>
      withLock('test-one', async () => {
        order.push(`${name} in`)
        await new Promise(setImmediate)
        order.push(`${name} out`)
      })
    await Promise.all([work('a'), work('b')])
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out'])
  })

  test('is taken over from a process that died', async () => {
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await new Promise((resolve) => gone.on('close', resolve))
    write(at('dist', '.test-dead.lock'), String(gone.pid))
    expect(await withLock('test-dead', () => 'mine')).toBe('mine')
    expect(existsSync(at('dist', '.test-dead.lock'))).toBe(false)
  })

  test('is given back after a failure', async () => {
    const failing = withLock('test-fail', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await withLock('test-fail', () => 'mine')).toBe('mine')
  })
})

describe('the browser for the tests', () => {
  const nowhere = { PATH: '', HOME: temporary, PLAYWRIGHT_BROWSERS_PATH: join(temporary, 'none') }

  test('is CHROMIUM_PATH and nothing else when that is set', () => {
    const chosen = writeProgram(join(temporary, 'chosen', 'chrome'))
    expect(findChromium({ CHROMIUM_PATH: chosen })).toBe(chosen)
    expect(findChromium({ PATH: process.env.PATH, CHROMIUM_PATH: join(temporary, 'absent') })).toBeUndefined()
  })

  test('is looked for on the PATH first', () => {
    const found = writeProgram(join(temporary, 'bin', 'chromium'))
    expect(findChromium({ ...nowhere, PATH: join(temporary, 'bin') })).toBe(found)
  })

  test.runIf(process.platform === 'linux')(
    "is the newest of Playwright's own where the system has none",
    () => {
      const cache = join(temporary, 'cache')
      writeProgram(join(cache, 'chromium-999', 'chrome-linux', 'chrome'))
      const newest = writeProgram(join(cache, 'chromium-1200', 'chrome-linux64', 'chrome'))
      const found = findChromium({ ...nowhere, PLAYWRIGHT_BROWSERS_PATH: cache })
      expect([newest, findChromium(nowhere)]).toContain(found)
      expect(found).toBeDefined()
    },
  )
})

describe('a new web build', () => {
  const served = join(temporary, 'web')
  const listPath = join(temporary, 'releases.json')

  function release(number: number, extra: Record<string, string> = {}): void {
    const fresh = mkdtempSync(join(temporary, 'release-'))
    write(join(fresh, 'index.html'), `release ${number}`)
    write(join(fresh, 'assets', `app-${number}.js`), '')
    write(join(fresh, 'assets', 'same.css'), '')
    for (const [path, text] of Object.entries(extra)) write(join(fresh, path), text)
    publishWeb({ fresh, served, listPath })
  }

  test('leaves the assets of the last five in place and drops older ones', () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7]) release(number)
    expect(readFileSync(join(served, 'index.html'), 'utf8')).toBe('release 7')
    expect(readdirSync(join(served, 'assets')).toSorted()).toEqual([
      'app-3.js',
      'app-4.js',
      'app-5.js',
      'app-6.js',
      'app-7.js',
      'same.css',
    ])
  })

  test('replaces everything else', () => {
    release(8, { 'locales/es-MX/a.json': '{}', 'robots.txt': 'old' })
    release(9, { 'locales/es-MX/b.json': '{}' })
    expect(readdirSync(join(served, 'locales/es-MX'))).toEqual(['b.json'])
    expect(existsSync(join(served, 'robots.txt'))).toBe(false)
  })
})
