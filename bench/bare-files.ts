// The reference for files: Node's own server, which stores what is sent to it and sends it back as it comes. Started with
// an IPC channel; the first message says in which folder.
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export type FilesOrder = { folder: string }

process.once('message', (order: FilesOrder) => serve(order))
process.once('disconnect', () => process.exit())

function serve({ folder }: FilesOrder): void {
  const server = createServer((request, response) => {
    const path = join(folder, request.url!.slice(1))
    const done =
      request.method === 'GET'
        ? pipeline(createReadStream(path), response)
        : pipeline(request, createWriteStream(path, { flags: 'a' })).then(() => response.end())
    done.catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
}
