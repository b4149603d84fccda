import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../../scripts/setup/project.mjs'
import { dataFolder } from './data-folder.ts'

const folder = dataFolder()

/** The processes that work in a folder: it is in their settings, their command line or where they run. */
function processesOf(path: string): string[] {
  const reads = (pid: string) => {
    try {
      const texts = ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1'))
      return `${texts.join('')}${readlinkSync(`/proc/${pid}/cwd`)}`
    } catch {
      // It has ended meanwhile.
      return ''
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && reads(name).includes(path))
}

// @spec P.193
test('npm run cluster serves at one address, and one signal ends all of it', async () => {
  const cluster = spawn(process.execPath, [at('scripts', 'cluster', 'cluster.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder.path, PORT: '0', DRAIN_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [cluster.stdout, cluster.stderr]) {
    stream!.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  const ended = once(cluster, 'exit')
  const [{ ready }] = (await Promise.race([
    once(cluster, 'message'),
    ended.then(() => Promise.reject(new Error(said))),
  ])) as [{ ready: string }]
  for (const path of ['/health/ready', '/v1/countries', '/']) {
    expect([path, (await fetch(`${ready}${path}`)).status]).toEqual([path, 200])
  }
  // The cluster itself, three processes of Norte, PostgreSQL and Redis.
  expect(processesOf(folder.path).length).toBeGreaterThan(5)
  cluster.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(said).toContain('Norte is ready on')
  await expect.poll(() => processesOf(folder.path)).toEqual([])
})
