import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passOn } from './pass-on.ts'

/** Why this machine cannot make networks that do not reach each other; undefined if it can. */
export function whyNoNamespaces(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has network namespaces'
  // A container may have some of it, and not all: kernels come without veth or tbf, and `exec` mounts.
  let network: Network | undefined
  try {
    network = openNetwork()
    network.limit(1000)
    run('ip', 'netns', 'exec', network.name, 'true')
    return undefined
  } catch (error) {
    return `networks cannot be made here: ${error instanceof Error ? error.message.trim() : String(error)}`
  } finally {
    network?.close()
  }
}

/** A separate network, with one line to this machine: it reaches this machine's end of it, and nothing else. */
export type Network = {
  /** For `ip netns exec`. */
  name: string
  /** Its own address, and the one of this machine's end of the line. */
  address: string
  gateway: string
  /** Takes the line away, or gives it back. */
  connect(isConnected: boolean): void
  /** Reaches another address of this machine as well. */
  reach(address: string): void
  /** Lets this many kilobits a second through, each way or only what comes to it; all of it again without a number. */
  limit(kilobits?: number, ways?: 'both' | 'in'): void
  close(): void
}

/** An end of a line: where it is, and its device. */
type End = [inside: string[], device: string]

let serial = 0

/** Makes a network, which goes with this process at the latest. Its addresses are of a block for tests (RFC 2544). */
export function openNetwork(): Network {
  serial += 1
  const name = `norte-${process.pid}-${serial}`
  // Names of devices are short, and belong to the whole machine.
  const [here, there] = [`nh${process.pid}-${serial}`, `nt${process.pid}-${serial}`]
  const taken = run('ip', '-o', '-4', 'addr')
  const subnet = [...Array(256).keys()]
    .map((byte) => `198.19.${(byte + process.pid) % 256}`)
    .find((each) => !taken.includes(`${each}.`))
  const [gateway, address] = [`${subnet}.1`, `${subnet}.2`]
  const close = () => {
    process.off('exit', close)
    // The device of the other side goes with it.
    attempt('ip', 'link', 'del', here)
    attempt('ip', 'netns', 'del', name)
  }
  process.once('exit', close)
  try {
    run('ip', 'netns', 'add', name)
    run('ip', 'link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name)
    // Addresses of IPv6 come seconds after a line, and a browser gives up what it is loading whenever addresses change.
    run('ip', 'link', 'set', here, 'addrgenmode', 'none')
    run('ip', '-n', name, 'link', 'set', there, 'addrgenmode', 'none')
    run('ip', 'addr', 'add', `${gateway}/30`, 'dev', here)
    run('ip', 'link', 'set', here, 'up')
    run('ip', '-n', name, 'addr', 'add', `${address}/30`, 'dev', there)
    run('ip', '-n', name, 'link', 'set', there, 'up')
    run('ip', '-n', name, 'link', 'set', 'lo', 'up')
  } catch (error) {
    close()
    throw error
  }
  return {
    name,
    address,
    gateway,
    connect: (isConnected) => void run('ip', 'link', 'set', here, isConnected ? 'up' : 'down'),
    reach: (other) => void run('ip', '-n', name, 'route', 'add', `${other}/32`, 'via', gateway),
    limit(kilobits, ways = 'both') {
      const into: End = [[], here]
      const outOf: End = [['-n', name], there]
      for (const [inside, device] of [into, outOf]) {
        if (kilobits === undefined) attempt('tc', ...inside, 'qdisc', 'del', 'dev', device, 'root')
        else if (ways === 'both' || device === here) {
          // Longer queues would have what is late thrown away by its receiver instead of the line.
          const rate = ['tbf', 'rate', `${kilobits}kbit`, 'burst', '4kb', 'latency', '300ms']
          run('tc', ...inside, 'qdisc', 'replace', 'dev', device, 'root', ...rate)
        }
      }
    },
    close,
  }
}

/**
 * A network for a browser. A page in it finds the product at its usual address of loopback, so that it is secure, which
 * cameras need; this does not go over the line.
 */
export type BrowserNetwork = Omit<Network, 'close'> & {
  /** The path of a program that runs another one there. */
  wrapped(program: string): Promise<string>
  /** Passes connections there to a port of loopback on to the same port of this machine. */
  passOn(port: number): Promise<void>
  close(): Promise<void>
}

/** Makes a network for a browser. */
export async function openBrowserNetwork(): Promise<BrowserNetwork> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-network-'))
  const network = openNetwork()
  const { name } = network
  const children: ChildProcess[] = []
  const servers: net.Server[] = []
  return {
    ...network,
    async wrapped(program) {
      const path = join(folder, 'program')
      await writeFile(path, `#!/bin/sh\nexec ip netns exec ${name} '${program}' "$@"\n`, { mode: 0o755 })
      return path
    },
    async passOn(port) {
      // A socket in the file system is reached from every network.
      const path = join(folder, `${port}.sock`)
      servers.push(await passOn({ path }, { port, host: '127.0.0.1' }))
      const script = join(import.meta.dirname, 'pass-on-child.ts')
      const child = spawn('ip', ['netns', 'exec', name, process.execPath, script, String(port), path], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      await once(child, 'message')
    },
    async close() {
      for (const child of children) child.kill('SIGKILL')
      for (const server of servers) server.close()
      network.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function run(program: 'ip' | 'tc', ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function attempt(...command: Parameters<typeof run>): void {
  try {
    run(...command)
  } catch {
    // It is gone already, or never came to be.
  }
}
