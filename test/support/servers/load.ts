import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { pause } from '#server/platform/pause.ts'

const CALLERS = 16
/** Between two calls of a caller; `npm run test:faults` calls as fast as the servers answer. */
const BETWEEN_MS = process.env['FAULTS'] ? 0 : 40

type Person = { token: string; userId: string }

/** Reads and writes of one person through a proxy, over connections that are kept as browsers keep them. */
export function putUnderLoad(url: string, { token, userId }: Person) {
  const agent = new Agent({ keepAlive: true })
  const counts = new Map<string, number>()
  /** What each of those who write was last told is stored. */
  const written = new Map<number, string>()
  let answered = 0
  let isStopped = false

  const ask = async (path: string, body?: object): Promise<string> => {
    const sent = body && JSON.stringify(body)
    const asking = request(`${url}${path}`, {
      agent,
      method: body ? 'PUT' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      },
    })
    asking.end(sent)
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return String(response.statusCode)
  }
  const caller = async (index: number) => {
    const writes = index % 4 === 0
    for (let call = 0; !isStopped; call += 1) {
      const city = `Oaxaca ${index}, ${call}`
      const answer = writes ? ask(`/v1/user/${userId}/preferences`, { city }) : ask('/v1/auth/me')
      const outcome = await answer.catch(String)
      if (writes && outcome === '200') written.set(index, city)
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      answered += 1
      await pause(BETWEEN_MS)
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, index) => caller(index))
  return {
    answered: () => answered,
    /** What may be stored as the city in the end: of those who write, one was the last. */
    lastWritten: () => [...written.values()],
    /** How often each status, or failure, was the outcome. */
    stop: async () => {
      isStopped = true
      await Promise.all(callers)
      agent.destroy()
      return Object.fromEntries(counts)
    },
  }
}
