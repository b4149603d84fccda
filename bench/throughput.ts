// Requests per second of the product's routes compared with bare ones: the same database, rows and SQL, in alternating
// rounds.
import autocannon from 'autocannon'
import { cpuMs } from './cpu.ts'
import type { Signed } from './practice.ts'
import type { Server } from './servers.ts'
import { type Spread, spread } from './spread.ts'

export type Target = { name: string; url: string; pid: number; token?: string }
export type Throughput = {
  name: string
  perSecond: Spread
  ratio: Spread | undefined
  p99Ms: number
  /** CPU time of the Node process for one request, in microseconds; more stable than throughput on a busy machine. */
  cpuUs: number
}

export type Rounds = { rounds: number; seconds: number }

const CONNECTIONS = 10

/**
 * Measures the targets in turn, round after round: A B C A B C. Each ratio compares two targets in the same round, so
 * that other load on the machine affects both.
 */
export async function measure(
  ours: Target,
  references: Target[],
  { rounds, seconds }: Rounds,
): Promise<Throughput[]> {
  const targets = [ours, ...references]
  for (const target of targets) await fire(target, Math.min(2, seconds))
  const seen = targets.map(() => [] as Fired[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, target] of targets.entries()) seen[index]!.push(await fire(target, seconds))
  }
  return targets.map(({ name }, index) => ({
    name,
    perSecond: spread(seen[index]!.map(({ perSecond }) => perSecond)),
    ratio:
      index === 0
        ? undefined
        : spread(seen[index]!.map(({ perSecond }, round) => seen[0]![round]!.perSecond / perSecond)),
    p99Ms: spread(seen[index]!.map(({ p99Ms }) => p99Ms)).median,
    cpuUs: spread(seen[index]!.map(({ cpuUs }) => cpuUs)).median,
  }))
}

type Fired = { perSecond: number; p99Ms: number; cpuUs: number }

async function fire({ name, url, pid, token }: Target, seconds: number): Promise<Fired> {
  const before = cpuMs(pid)
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  const { errors, timeouts, non2xx, requests, latency } = result
  if (errors + timeouts + non2xx > 0 || requests.total === 0) {
    throw new Error(`${name}: ${errors} errors, ${timeouts} time-outs, ${non2xx} answers beside 2xx`)
  }
  const cpuUs = ((cpuMs(pid) - before) * 1000) / requests.total
  return { perSecond: requests.average, p99Ms: latency.p99, cpuUs }
}

/** One response, to check that both sides return the same number of rows. */
export async function rowsOf(target: Target): Promise<number> {
  const response = await fetch(target.url, {
    headers: target.token ? { authorization: `Bearer ${target.token}` } : {},
  })
  if (!response.ok) throw new Error(`${target.name} answers ${response.status}`)
  const body = (await response.json()) as { data?: unknown[] }
  return body.data?.length ?? 1
}

export function targetOf(name: string, { url, pid }: Server, path: string, signed?: Signed): Target {
  return { name, url: `${url}${path}`, pid, ...(signed && { token: signed.token }) }
}
