// The reference of a conversation: socket.io and what writes a message, in a separate process. No token, no request, no
// other servers. Started with an IPC channel; the first message says which database, which rooms and what writes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { type BareMessage, type ChatOrder, insertAlone, statementOfProduct } from './chat-writes.ts'

process.once('message', (order: ChatOrder) => void serve(order))
process.once('disconnect', () => process.exit())

async function serve(order: ChatOrder): Promise<void> {
  const write = await (order.writes === 'row' ? insertAlone(order) : statementOfProduct(order))
  const server = createServer()
  const io = new Server(server, { serveClient: false })
  io.on('connection', (socket) => {
    void socket.join(socket.handshake.auth['rooms'] as string[])
    socket.on('send', async (message: BareMessage, done: (id: string) => void) => {
      const id = await write(message)
      io.to(message.roomId).emit('NEW_MESSAGE', { message: { id, ...message } })
      done(id)
    })
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  )
}
