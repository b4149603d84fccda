// The reference of a conversation: socket.io and the INSERT of a message, in a separate process. No token, no checks,
// no numbers from the database. Started with an IPC channel; the first message says which database and which rooms.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { Server } from 'socket.io'

export type ChatOrder = { databaseUrl: string; pool: number; rooms: { roomId: string; userId: string }[] }

/** What a sender sends; the message comes back to everybody who joined its room. */
export type BareMessage = { roomId: string; text: string; clientKey: string }

const INSERT = `insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
  values ($1, $2, $3, $3, $4, $5, $6, now())`

process.once('message', (order: ChatOrder) => void serve(order))
process.once('disconnect', () => process.exit())

async function serve({ databaseUrl, pool: size, rooms }: ChatOrder): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: size })
  const authors = new Map(rooms.map(({ roomId, userId }) => [roomId, userId]))
  const lastSeqs = new Map<string, number>()
  const server = createServer()
  const io = new Server(server, { serveClient: false })
  io.on('connection', (socket) => {
    void socket.join(socket.handshake.auth['rooms'] as string[])
    socket.on('send', async ({ roomId, text, clientKey }: BareMessage, done: (id: string) => void) => {
      const id = randomUUID()
      const seq = (lastSeqs.get(roomId) ?? 0) + 1
      lastSeqs.set(roomId, seq)
      const userId = authors.get(roomId)
      await pool.query({
        name: 'insert',
        text: INSERT,
        values: [id, roomId, seq, userId, text, clientKey],
      })
      io.to(roomId).emit('NEW_MESSAGE', { message: { id, roomId, seq, userId, text, clientKey } })
      done(id)
    })
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  )
}
