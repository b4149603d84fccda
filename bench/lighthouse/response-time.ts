// How long the product takes to answer while no browser runs beside it. Lighthouse takes the median of what the browser
// saw, and simulates that for each request of each page. A browser that starts on the same two processors makes it 40 to
// 170 ms by itself, which no phone does to a server.
import https from 'node:https'
import { spread } from '../spread.ts'

const ROUNDS = 20

/** The median time in ms until the first byte of the page at `url`, and of each file that it names. */
export async function responseTime(url: string): Promise<number> {
  // The proxy's certificate is signed by nobody.
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
  const page = await answer(url, agent)
  const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
    ([, path]) => new URL(path!, url).href,
  )
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of [url, ...files]) times.push((await answer(each, agent)).firstByteMs)
  }
  agent.destroy()
  return spread(times).median
}

function answer(url: string, agent: https.Agent): Promise<{ firstByteMs: number; text: string }> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const asked = https.get(url, { agent }, (response) => {
      const firstByteMs = performance.now() - begun
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
        else resolve({ firstByteMs, text: Buffer.concat(parts).toString() })
      })
    })
    asked.on('error', reject)
  })
}
