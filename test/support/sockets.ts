import { type Socket, io } from 'socket.io-client'

/** Opens a socket as the web does; resolves connected, rejects with the server's refusal. */
export function openSocket(
  address: string,
  token: string | undefined,
  extraHeaders: Record<string, string> = {},
): Promise<Socket> {
  const socket = io(address, {
    auth: token === undefined ? {} : { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  socket.once('connect', () => resolve(socket))
  socket.once('connect_error', (error) => {
    socket.close()
    reject(error)
  })
  return promise
}

/** Everything a socket hears from now on, in order. */
export function listenTo(socket: Socket): { name: string; payload: unknown }[] {
  const heard: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }))
  return heard
}

/** Resolves once everything the server sent this socket before now has arrived: events of one socket keep their order. */
export async function caughtUp(socket: Socket, marker: () => void, name: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once(name, () => resolve())
  marker()
  await promise
}

/** Resolves when the server cuts the socket. */
export function cut(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('disconnect', (reason) => resolve(reason))
  return promise
}
