// Updates node_modules to the lockfile and makes npm scripts run on the Node of the lockfile.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, relative } from 'node:path'
import { fingerprint } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { at, fail, packagedNode, root } from './project.mjs'

const stampPath = at('node_modules', '.norte-install')
// The first version that runs TypeScript files directly.
const oldestNode = [22, 18]
// On an older one npm leaves out, without a word, what is made for newer ones: the build would end somewhere inside.
const oldestNodeOfNpm = 20

/** Installs if the lockfile changed since the last install; otherwise takes almost no time. */
export async function ensureInstalled() {
  if (!isInstalled()) await withLock('install', install)
  if (!packagedNode()) requireRecentNode()
}

function install() {
  if (isInstalled()) return
  // After a manual `npm install` the tree is right already: only the stamp is missing.
  if (!treeMatchesLockfile()) installFromLockfile()
  linkNode()
  writeFileSync(stampPath, currentStamp())
}

function currentStamp() {
  return `${fingerprint(['package-lock.json'])} ${process.platform} ${process.arch}\n`
}

function isInstalled() {
  try {
    return readFileSync(stampPath, 'utf8') === currentStamp() && isNodeLinked()
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** Lighthouse has its own lockfile: it weighs a fifth of all other packages, and only those who measure need it. */
const lighthouseFolder = 'bench/lighthouse/packages'

/** Installs Lighthouse beside its command if its lockfile changed since the last time. */
export async function ensureLighthouse() {
  const stamp = at(lighthouseFolder, 'node_modules', '.norte-install')
  const wanted = fingerprint([`${lighthouseFolder}/package-lock.json`])
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isCurrent()) return
  await withLock('lighthouse', () => {
    if (isCurrent()) return
    installFromLockfile(at(lighthouseFolder))
    writeFileSync(stamp, wanted)
  })
}

function installFromLockfile(folder = root) {
  requireRecentNpm()
  console.log('Installing the packages of the lockfile (about half a minute)…')
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error']
  const { command, prefix } = npm()
  const { status, error } = spawnSync(command, [...prefix, ...args], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && prefix.length === 0,
  })
  if (status === 0) return
  fail(
    '',
    `The packages could not be installed${error ? `: ${error.message}` : ''}.`,
    'The reason is above (most often: no network, or the folder belongs to another user).',
  )
}

// The npm that started us, on the Node it runs on: node_modules may contain the Node that runs this file, and the
// install is about to remove it.
function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli && node && /npm-cli\.[cm]?js$/.test(cli)) return { command: node, prefix: [cli] }
  return { command: 'npm', prefix: [] }
}

/** True when every package of the lockfile that this machine needs is in node_modules, in that version. */
function treeMatchesLockfile() {
  const hidden = at('node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return (
    Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true
      const installed = present[path]
      if (!installed) return entry.optional === true && !isBinaryForThisMachine(entry)
      return installed.version === entry.version && installed.integrity === entry.integrity
    }) && Object.keys(present).every((path) => path in wanted)
  )
}

// Optional packages for all platforms are dependencies of one for this platform.
function isBinaryForThisMachine({ os, cpu, libc }) {
  if (!os && !cpu) return false
  return allows(os, process.platform) && allows(cpu, process.arch) && (!libc || allows(libc, libcName()))
}

function allows(list, value) {
  if (!list) return true
  const names = [list].flat()
  if (names.includes(`!${value}`)) return false
  return names.includes(value) || names.every((name) => name.startsWith('!'))
}

function libcName() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

const linkPath = at('node_modules', '.bin', 'node')

// npm leaves this link out if several packages offer a `node` binary, and then every script would silently run on the
// machine's Node.
function linkNode() {
  const target = packagedNode()
  if (!target) return rmSync(linkPath, { force: true })
  if (process.platform === 'win32') {
    const windowsPath = relative(at('node_modules', '.bin'), target)
    return writeFileSync(`${linkPath}.cmd`, `@"%~dp0\\${windowsPath}" %*\r\n`)
  }
  if (isNodeLinked()) return
  mkdirSync(dirname(linkPath), { recursive: true })
  const fresh = `${linkPath}.${process.pid}`
  rmSync(fresh, { force: true })
  symlinkSync(relative(at('node_modules', '.bin'), target), fresh)
  renameSync(fresh, linkPath)
}

function isNodeLinked() {
  const target = packagedNode()
  if (!target) return true
  if (process.platform === 'win32') return existsSync(`${linkPath}.cmd`)
  try {
    return realpathSync(linkPath) === realpathSync(target)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function requireRecentNpm() {
  const [, version, major] = /\bnode\/(v(\d+)\S*)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  if (!version || Number(major) >= oldestNodeOfNpm) return
  fail(
    `npm runs here on Node ${version}. Norte needs Node ${oldestNodeOfNpm} or newer to install its packages.`,
  )
}

function requireRecentNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(
    `On this system Norte runs on the Node of the machine, which must be ${oldestNode.join('.')} or newer;`,
    `${process.execPath} is ${process.version}.`,
  )
}
