// Calls of several servers in turn, so that other load on the machine meets all of them alike.
import http from 'node:http'
import type { Server } from './servers.ts'

const ROUNDS = 6
const CALLS_PER_ROUND = 8
/**
 * Until a server answers as one that runs: each connection plans a statement five times before it keeps a plan, and V8
 * compiles only what was called often.
 */
const CALLS_BEFORE = 100

/** The median of each call in milliseconds; other load on the machine affects all of them. */
export async function inTurn(calls: readonly (() => Promise<number>)[]): Promise<number[]> {
  const seen = calls.map(() => [] as number[])
  for (const call of calls) for (let time = 0; time < CALLS_BEFORE; time += 1) await call()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, call] of calls.entries()) {
      for (let time = 0; time < CALLS_PER_ROUND; time += 1) seen[index]!.push(await call())
    }
  }
  return seen.map((values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!)
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** How long a read takes until its answer is complete, in milliseconds; all of them on one connection. */
export function timed(server: Server, path: string, token?: string): Promise<number> {
  return new Promise((done, failed) => {
    const started = performance.now()
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    http
      .get(`${server.url}${path}`, { agent, headers }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) done(performance.now() - started)
          else failed(new Error(`${path} answers ${response.statusCode}`))
        })
      })
      .once('error', failed)
  })
}
