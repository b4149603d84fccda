// What is in front of the product where people use it (docs/self-hosting.md, "Behind a proxy"): it ends TLS and
// speaks HTTP/2. Over plain HTTP/1.1 a browser has six connections, each of which begins slowly, and a page of thirty
// files waits a second for them that nobody waits in practice.
import http from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Certificate = { private: string; cert: string }
type MakeCertificate = (
  attributes: { name: string; value: string }[],
  options: object,
) => Promise<Certificate>

// Installed apart from the other packages, like Lighthouse itself (see measure.ts).
const home = join(import.meta.dirname, 'packages', 'node_modules', 'selfsigned', 'index.js')
const { generate } = (await import(pathToFileURL(home).href)) as { generate: MakeCertificate }

/** Headers of a connection, which HTTP/2 does not have. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']

/** Puts a proxy on a free port of loopback in front of `target`, with a certificate that nobody has signed. */
export async function startProxy(target: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, host, origin } = new URL(target)
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
  const server = createSecureServer({
    key: certificate.private,
    cert: certificate.cert,
    // Browsers open WebSockets over HTTP/1.1.
    allowHTTP1: true,
  })
  const agent = new http.Agent({ keepAlive: true })
  const passed = (headers: NodeJS.Dict<string | string[]>) => ({
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
    host,
    ...(headers['origin'] && { origin }),
  })

  server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const { method, url: path, headers } = request
    const asked = http.request(
      { hostname, port, method, path, agent, headers: passed(headers) },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.includes(name))
        response.writeHead(answer.statusCode!, Object.fromEntries(kept))
        answer.pipe(response)
      },
    )
    // A response over HTTP/1.1 has no stream.
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  })

  server.on('upgrade', ({ method, url, headers }: http.IncomingMessage, browser: Duplex, head: Buffer) => {
    const product = net.connect(Number(port), hostname, () => {
      const lines = Object.entries(passed(headers)).map(([name, value]) => `${name}: ${String(value)}`)
      product.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      product.write(head)
      product.pipe(browser).pipe(product)
    })
    product.on('error', () => browser.destroy())
    browser.on('error', () => product.destroy())
  })

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      agent.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
