import { connect } from 'node:net'

/** A raw response. */
export type WireAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends bytes to a server and reads until it ends the connection; undefined when it ends it without a word. */
export function exchange(address: string, bytes: string): Promise<WireAnswer | undefined> {
  const { hostname, port } = new URL(address)
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer | undefined>()
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  let read = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => (read += chunk))
  socket.on('error', reject)
  socket.on('close', () => resolve(read === '' ? undefined : answerOf(read)))
  return promise
}

/** A request as text, its connection closed with the answer. */
export function requestText(lines: readonly string[], body = ''): string {
  return `${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`
}

function answerOf(text: string): WireAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
