// The tests' needs beyond npm: programs that Debian packages. Found if present, installed if this run may, or
// explained. Runs on the machine's Node.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { withLock } from './lock.mjs'

/** Each program: how to find it, the setting with another path, its packages, and other ways to install it. */
export const programs = {
  chromium: {
    name: 'Chromium',
    purpose: 'the browser tests',
    setting: 'CHROMIUM_PATH',
    packages: ['chromium-headless-shell', 'fonts-noto-color-emoji'],
    find: () => findChromium(),
    elsewhere: ['  npx playwright install --with-deps chromium                             (other systems)'],
  },
  radicale: {
    name: 'Radicale, a CalDAV server,',
    purpose: 'the tests of calendar files',
    setting: 'RADICALE_PATH',
    packages: ['radicale'],
    find: () => findProgram('radicale', 'RADICALE_PATH'),
    elsewhere: ['  python3 -m pip install radicale                                         (other systems)'],
  },
  redis: {
    name: 'Redis',
    purpose: 'the tests of several servers, and `npm run cluster`,',
    setting: 'REDIS_SERVER_PATH',
    packages: ['redis-server'],
    find: () => findProgram('redis-server', 'REDIS_SERVER_PATH'),
    elsewhere: ['  brew install redis                                                      (macOS)'],
  },
  nginx: {
    name: 'nginx',
    purpose: 'the test of its configuration',
    setting: 'NGINX_PATH',
    packages: ['nginx-light'],
    find: () => findProgram('nginx', 'NGINX_PATH'),
    elsewhere: ['  brew install nginx                                                      (macOS)'],
  },
  caddy: {
    name: 'Caddy',
    purpose: 'the test of its configuration',
    setting: 'CADDY_PATH',
    packages: ['caddy'],
    find: () => findProgram('caddy', 'CADDY_PATH'),
    elsewhere: ['  brew install caddy                                                      (macOS)'],
  },
  coturn: {
    name: 'coturn, a TURN server,',
    purpose: 'the tests of video',
    setting: 'TURNSERVER_PATH',
    packages: ['coturn'],
    find: () => findProgram('turnserver', 'TURNSERVER_PATH'),
    elsewhere: ['  brew install coturn                                                     (macOS)'],
  },
  janus: {
    name: 'Janus, a server that passes on media,',
    purpose: 'the tests of video in groups',
    setting: 'JANUS_PATH',
    // ip of iproute2 makes the network in which the tests run it.
    packages: ['janus', 'iproute2'],
    find: () => findProgram('janus', 'JANUS_PATH'),
    elsewhere: [],
  },
  postgres: {
    name: 'A PostgreSQL server apart from the embedded one',
    purpose: 'the tests of backups',
    setting: 'POSTGRES_PATH',
    packages: ['postgresql'],
    find: () => findPostgres(),
    elsewhere: ['  brew install postgresql@17                                              (macOS)'],
  },
}

const aptOptions = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300']

/** Never ends the run: without a program everything else is still tested, and its own tests fail with the reason. */
export async function ensurePrograms(...wanted) {
  const missing = () => wanted.filter((program) => !program.find())
  if (missing().length === 0) return
  const installable = () => missing().filter(({ setting }) => !process.env[setting])
  if (installable().length > 0 && mayInstall()) {
    await withLock('debian-packages', () => {
      const packages = installable().flatMap((program) => program.packages)
      if (packages.length === 0) return
      console.log(`Installing what the tests need (apt-get install ${packages.join(' ')})…`)
      if (apt(['update'])) apt(['install', ...aptOptions, ...packages])
    })
  }
  for (const program of missing()) for (const line of adviceFor(program)) console.error(line)
}

/** The commands for a person if the tests did not find a program. */
export function adviceFor({ name, purpose, setting, packages, elsewhere }) {
  if (process.env[setting]) {
    return [`${setting} is ${process.env[setting]}, which is not a program that can be run.`]
  }
  return [
    `${name} was not found for ${purpose}. Do one of these and run the tests again:`,
    `  sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}   (Debian)`,
    ...elsewhere,
    `  ${setting}=/path/to/it npm test                                         (one that you already have)`,
  ]
}

/** The path of a program: only that of its setting if it is set, else one on the PATH. */
function findProgram(name, setting, env = process.env) {
  if (env[setting]) return isExecutable(env[setting]) ? env[setting] : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders, '/usr/bin', '/usr/sbin'].map((folder) => join(folder, name)).find(isExecutable)
}

/** The server of Debian's package, which is not on the PATH: its tools lie beside it. */
function findPostgres() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const packaged = versions
    .toSorted((a, b) => b - a)
    .map((version) => join('/usr/lib/postgresql', version, 'bin', 'postgres'))
    .find(isExecutable)
  return process.env.POSTGRES_PATH
    ? findProgram('postgres', 'POSTGRES_PATH')
    : (packaged ?? findProgram('postgres', ''))
}

// Only on Debian itself: Ubuntu's Chromium package requires snap.
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

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
