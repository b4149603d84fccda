import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '#server/platform/pause.ts'
import { openNetwork, whyNoNamespaces } from '../network/namespaces.ts'
import { adviceFor, programs } from '../../../scripts/setup/debian-packages.mjs'
import { isLeftOut, pathOf } from './programs.ts'

const PORT = 8188
const VIDEOROOM = 'libjanus_videoroom.so'
/** Where Debian's package has them. */
const LIBRARIES = '/usr/lib'

/**
 * Why this machine cannot run a Janus for tests; undefined if it can. Says so loudly: its tests are skipped then. In CI they
 * fail if it is only not installed.
 */
export function whyNoJanus(): string | undefined {
  const reason = isLeftOut(programs.janus) ? adviceFor(programs.janus).join('\n') : whyNoNamespaces()
  if (reason) process.stderr.write(`\nSKIPPED, because there is no Janus here: ${reason}\n\n`)
  return reason
}

export type Janus = {
  /** Where its interface answers. */
  url: string
  /** Its address, of its candidates too, and this machine's end of its line. */
  address: string
  gateway: string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Starts it again, at the same address, with nothing of what it knew. */
  startAgain(): Promise<void>
  /** Takes its network away, or gives it back. */
  connect(isConnected: boolean): void
  /** What it has printed. */
  printed(): Promise<string>
  stop(): Promise<void>
}

type JanusOptions = {
  /** Without one it does what anybody asks. */
  secret?: string
  reclaimSeconds?: number
  /** The plugin that it has. */
  plugin?: string
}

/**
 * A real Janus with the settings of docs/self-hosting.md. It gathers no candidates on loopback: it runs in a network of its
 * own that has a line to this machine.
 */
export async function startJanus(options: JanusOptions): Promise<Janus> {
  const program = pathOf(programs.janus)
  const folder = await mkdtemp(join(tmpdir(), 'norte-janus-'))
  const network = openNetwork()
  const { name, address } = network
  let child: ChildProcess | undefined
  let isEnding = false
  const close = () => {
    isEnding = true
    child?.kill('SIGKILL')
    network.close()
  }
  process.once('exit', close)
  const stop = async () => {
    process.off('exit', close)
    const ended =
      child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    close()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const log = join(folder, 'log')
  const start = async () => {
    isEnding = false
    child = spawn('ip', ['netns', 'exec', name, program, '-F', folder, '-C', join(folder, 'janus.jcfg')], {
      stdio: 'ignore',
    })
    child.once('exit', (code, signal) => {
      // What follows fails without it: this says why.
      if (!isEnding) process.stderr.write(`\nJanus ended by itself: ${code ?? signal}\n`)
    })
    await answers(child, address)
  }
  try {
    await writeSettings(folder, { ...options, address, log })
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `ws://${address}:${PORT}`,
    address,
    gateway: network.gateway,
    async kill() {
      const ended = once(child!, 'exit')
      isEnding = true
      child!.kill('SIGKILL')
      await ended
    },
    startAgain: start,
    connect: (isConnected) => network.connect(isConnected),
    printed: () => readFile(log, 'utf8'),
    stop,
  }
}

async function writeSettings(
  folder: string,
  {
    secret,
    reclaimSeconds = 60,
    plugin = VIDEOROOM,
    address,
    log,
  }: JanusOptions & { address: string; log: string },
): Promise<void> {
  const [plugins, transports] = ['plugins', 'transports'].map((kind) => librariesOf(kind)) as [string, string]
  const others = (path: string, wanted: string) =>
    readdirSync(path)
      .filter((file) => file.endsWith('.so') && file !== wanted)
      .join(',')
  await writeFile(
    join(folder, 'janus.jcfg'),
    `general: {
  configs_folder = "${folder}"
  plugins_folder = "${plugins}"
  transports_folder = "${transports}"
  log_to_stdout = false
  log_to_file = "${log}"
  ${secret === undefined ? '' : `api_secret = "${secret}"`}
  reclaim_session_timeout = ${reclaimSeconds}
}
media: { rtp_port_range = "20000-40000" }
plugins: { disable = "${others(plugins, plugin)}" }
transports: { disable = "${others(transports, 'libjanus_websockets.so')}" }
`,
  )
  await writeFile(
    join(folder, 'janus.transport.websockets.jcfg'),
    `general: { json = "compact", ws = true, ws_port = ${PORT}, ws_ip = "${address}" }\n`,
  )
}

/** The folder of one kind of libraries: beside those of Debian's own architecture. */
function librariesOf(kind: string): string {
  const found = readdirSync(LIBRARIES)
    .map((each) => join(LIBRARIES, each, 'janus', kind))
    .find((path) => existsSync(path))
  if (!found) throw new Error(`the ${kind} of Janus were not found in ${LIBRARIES}`)
  return found
}

async function answers(child: ChildProcess, host: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('Janus ended')
    const socket = net.connect({ port: PORT, host })
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false))
    })
    socket.destroy()
    if (isOpen) return
    await pause(20)
  }
}
