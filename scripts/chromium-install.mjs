// Makes sure the browser tests have a Chromium: finds one, installs Debian's when this run may, or says what to do.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { withLock } from './lock.mjs'

const packages = ['chromium', 'fonts-noto-color-emoji']
const aptOptions = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300']

/** Never ends the run: without a browser everything else is still tested, and the browser step fails on its own. */
export async function ensureChromium() {
  if (findChromium()) return
  if (process.env.CHROMIUM_PATH || !mayInstall()) return tell()
  await withLock('chromium', () => {
    if (findChromium()) return
    console.log('Installing Chromium for the browser tests (apt-get install chromium)…')
    const done = apt(['update']) && apt(['install', ...aptOptions, ...packages])
    if (!done || !findChromium()) tell()
  })
}

/** What a person has to run where the tests found no browser. */
export function chromiumAdvice() {
  if (process.env.CHROMIUM_PATH) {
    return [`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is not a program that can be run.`]
  }
  return [
    'No Chromium was found for the browser tests. Do one of these and run the tests again:',
    `  sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}   (Debian)`,
    '  npx playwright install --with-deps chromium                             (other systems)',
    '  CHROMIUM_PATH=/path/to/chrome npm test                                  (a browser you already have)',
  ]
}

function tell() {
  for (const line of chromiumAdvice()) console.error(line)
}

// Only Debian's own package is a real browser: Ubuntu's of the same name asks for snap.
function mayInstall() {
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function apt(args) {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) console.error(`${stdout}${stderr}`)
  return status === 0
}
