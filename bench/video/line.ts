import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/** The way from browsers to a server: it can be cut, and lead to another server. */
export type Line = {
  url: string
  /** Of loopback; for connections from now on. */
  leadTo(port: number): void
  /** Ends every connection without a word; nothing connects until it is mended. */
  cut(): void
  mend(): void
  close(): void
}

/** Opens it; it leads nowhere yet. */
export async function openLine(): Promise<Line> {
  const open = new Set<Socket>()
  let port: number | undefined
  let isCut = false
  const server = net.createServer((from) => {
    if (isCut || port === undefined) return void from.destroy()
    const to = net.connect(port, '127.0.0.1')
    from.pipe(to).pipe(from)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => open.forEach((socket) => socket.destroy())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(other) {
      port = other
    },
    cut() {
      isCut = true
      end()
    },
    mend() {
      isCut = false
    },
    close() {
      server.close()
      end()
    },
  }
}
