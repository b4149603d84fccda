import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { pageBlocks } from '#test/support/servers/page-blocks.ts'
import { isLeftOut, pathOf } from '#test/support/servers/programs.ts'
import { dataFolder } from '../data-folder.ts'
import { programs } from '../../../scripts/setup/debian-packages.mjs'

// What an operator copies from "From a bare Debian to a running service" of docs/self-hosting.md, word by word.
const folder = dataFolder()
const root = join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

const written = async (name: string, text: string) => {
  await mkdir(folder.path, { recursive: true })
  const path = join(folder.path, name)
  await writeFile(path, text)
  return path
}

// @spec P.325
test('its settings are accepted, once the operator has put a token in, and mean the same to a shell', async () => {
  const file = pageBlocks('sh').find((block) => block.startsWith('# /etc/norte.env'))!
  const path = await written('norte.env', file)
  const { stdout } = await run('env', ['-i', 'sh', '-c', `set -a; . ${path}; env`])
  const env = Object.fromEntries(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  expect(env).toMatchObject({ MAIL_FROM: 'Norte <hola@example.org>', TRUST_PROXY: 'loopback' })
  expect(parseConfig(env, []).problems).toEqual([{ name: 'METRICS_TOKEN', rule: 'strong_secret' }])
  const whole = parseConfig({ ...env, METRICS_TOKEN: 'Wm3xK8pQ1vB6nH4tY9rL2cF7jD5sG0aZ' }, [])
  expect(whole.problems).toBeUndefined()
  expect(whole).toMatchObject({
    config: { production: true, publicUrl: 'https://norte.example.org', drainMs: 0 },
  })
})

function packageScripts(): object {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  return scripts
}

// @spec P.325
test('its commands name scripts that exist', () => {
  const scripts = pageBlocks('sh').flatMap((block) => block.match(/scripts\/[\w/-]+\.ts/g) ?? [])
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const ofNpm = pageBlocks('sh').flatMap((block) => block.match(/(?<=npm run )[\w:]+/g) ?? [])
  const known = Object.keys(packageScripts())
  expect(ofNpm.length).toBeGreaterThan(5)
  expect(ofNpm.filter((name) => !known.includes(name))).toEqual([])
})

const [unit = ''] = pageBlocks('ini')
// No package of the project's list: on most machines it is there with the system, in some containers it is not.
const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0

// @spec P.325
test.skipIf(!canVerify)('its unit is one that systemd takes', async () => {
  const here = unit
    .replace('User=norte', 'User=daemon')
    .replace(/^EnvironmentFile=.*$/m, '')
    // Newer than the systemd of Debian 12, which ignores them.
    .replace(/^Restart(?:Steps|MaxDelaySec)=.*$/gm, '')
    .replaceAll('/opt/norte/node_modules/.bin/node', process.execPath)
    .replaceAll('/opt/norte', root)
  const path = await written('norte.service', here)
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', path])
  expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('norte.service'))).toEqual([])
})

// @spec P.325
test.skipIf(isLeftOut(programs.nginx))('its nginx takes its configuration', async () => {
  const key = join(folder.path, 'privkey.pem')
  const certificate = join(folder.path, 'fullchain.pem')
  const site = pageBlocks('nginx')[0]!
    // Machines of tests may be without IPv6.
    .replace(/^ *listen \[::\]:.*\n/gm, '')
    .replace(/listen 80;/, 'listen 127.0.0.1:18080;')
    .replace(/listen 443 ssl;/, 'listen 127.0.0.1:18443 ssl;')
    .replaceAll('/etc/letsencrypt/live/norte.example.org', folder.path)
  const path = await written(
    'nginx.conf',
    `pid ${join(folder.path, 'nginx.pid')}; events {}\nhttp {\naccess_log off;\n${site}}\n`,
  )
  const subject = ['-subj', '/CN=norte.example.org', '-days', '1']
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  const { stderr } = await run(pathOf(programs.nginx), ['-t', '-e', 'stderr', '-c', path])
  expect(stderr).toContain('test is successful')
  expect(stderr).not.toContain('[warn]')
})

// @spec P.325
test.skipIf(isLeftOut(programs.caddy))('its Caddy takes its configuration', async () => {
  const path = await written('Caddyfile', pageBlocks('caddyfile')[0]!)
  const env = { PATH: process.env['PATH'], HOME: folder.path }
  const validate = ['validate', '--adapter', 'caddyfile', '--config', path]
  const { stderr, stdout } = await run(pathOf(programs.caddy), validate, { env })
  expect(`${stdout}${stderr}`).toContain('Valid configuration')
})
