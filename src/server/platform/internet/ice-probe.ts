import { randomBytes } from 'node:crypto'
import dgram from 'node:dgram'
import net from 'node:net'
import tls from 'node:tls'
import {
  AT_ONCE,
  OVER_UDP,
  type StunAnswer,
  type StunCredentials,
  type StunRequest,
  decodeStun,
  encodeStun,
  lengthOf,
} from './stun-message.ts'

/** What became of asking a STUN or TURN server. */
export type IceProbe =
  | {
      isUp: true
      tookMs: number
      /** Of a STUN server: how it sees this machine; of a TURN server: where it relays. */
      address: string
    }
  | { isUp: false; reason: 'noAnswer' | 'refused' | 'unreachable'; detail: string }

type Target = { host: string; port: number; transport: 'udp' | 'tcp' | 'tls' }

/** A STUN request over UDP is lost now and then: it is sent again after these times (RFC 8489 §6.2.1). */
const AGAIN_MS = [500, 1_500]
const PATIENCE_MS = 4_000

/**
 * Asks a server as a browser would: a STUN server for the address of this machine, a TURN server for a relay, which is given
 * back at once.
 * @param url as in RFC 7064 and RFC 7065: `stun:host:port`, `turn:host:port?transport=tcp`, `turns:host:port`
 */
export async function probeIceServer(
  url: string,
  person?: { username: string; credential: string },
): Promise<IceProbe> {
  const started = performance.now()
  const line = await openStunLine(targetOf(url)).catch((error: Error) => error)
  if (line instanceof Error) return { isUp: false, reason: 'unreachable', detail: line.message }
  try {
    const answer = person
      ? await allocate(line, person)
      : await line.ask({ type: 'bindingRequest', id: newId() })
    if (!answer) return { isUp: false, reason: 'noAnswer', detail: '' }
    if (answer.error) {
      return { isUp: false, reason: 'refused', detail: `${answer.error.code} ${answer.error.reason}`.trim() }
    }
    const address = (person ? answer.relayedAddress : answer.mappedAddress) ?? ''
    return { isUp: true, tookMs: performance.now() - started, address }
  } finally {
    line.close()
  }
}

const newId = () => randomBytes(12)

/** The first answer names the realm and a nonce to sign with (RFC 8489 §9.2). */
async function allocate(
  line: StunLine,
  { username, credential }: { username: string; credential: string },
): Promise<StunAnswer | undefined> {
  const attributes = { requestedTransport: OVER_UDP }
  const challenge = await line.ask({ type: 'allocateRequest', id: newId(), attributes })
  if (challenge?.error?.code !== 401 || !challenge.nonce) return challenge
  const credentials: StunCredentials = { username, realm: challenge.realm ?? '', password: credential }
  const { nonce } = challenge
  const answer = await line.ask({
    type: 'allocateRequest',
    id: newId(),
    attributes: { ...attributes, nonce },
    credentials,
  })
  if (answer && !answer.error) {
    await line.ask({
      type: 'refreshRequest',
      id: newId(),
      attributes: { lifetime: AT_ONCE, nonce },
      credentials,
    })
  }
  return answer
}

function targetOf(url: string): Target {
  const [, scheme = '', host = '', port, transport] =
    /^([a-z]+):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? []
  const isSecure = scheme === 'turns' || scheme === 'stuns'
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port ?? (isSecure ? 5_349 : 3_478)),
    transport: isSecure ? 'tls' : transport === 'tcp' ? 'tcp' : 'udp',
  }
}

type StunLine = {
  /** The answer; undefined if it does not come in time. */
  ask(request: StunRequest): Promise<StunAnswer | undefined>
  close(): void
}

async function openStunLine({ host, port, transport }: Target): Promise<StunLine> {
  return transport === 'udp' ? openUdp(host, port) : openStream(host, port, transport)
}

async function openUdp(host: string, port: number): Promise<StunLine> {
  const socket = dgram.createSocket(net.isIPv6(host) ? 'udp6' : 'udp4')
  await new Promise<void>((done, failed) => {
    socket.once('error', failed)
    socket.connect(port, host, done)
  })
  socket.on('error', () => undefined)
  return {
    ask: (request) => {
      const bytes = encodeStun(request)
      const send = () => socket.send(bytes, () => undefined)
      return answerTo(request, (listen) => socket.on('message', listen), send, AGAIN_MS)
    },
    close: () => socket.close(),
  }
}

async function openStream(host: string, port: number, transport: 'tcp' | 'tls'): Promise<StunLine> {
  const socket =
    transport === 'tls' ? tls.connect({ host, port, servername: host }) : net.connect({ host, port })
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('timeout')))
  await new Promise<void>((done, failed) => {
    socket.once(transport === 'tls' ? 'secureConnect' : 'connect', done).once('error', failed)
  })
  socket.on('error', () => undefined)
  return {
    ask: (request) => {
      let waiting = Buffer.alloc(0)
      const messages = (listen: (message: Buffer) => void) =>
        socket.on('data', (part: Buffer) => {
          waiting = Buffer.concat([waiting, part])
          while (waiting.length >= 4 && waiting.length >= lengthOf(waiting)) {
            listen(waiting.subarray(0, lengthOf(waiting)))
            waiting = waiting.subarray(lengthOf(waiting))
          }
        })
      return answerTo(request, messages, () => void socket.write(encodeStun(request)), [])
    },
    close: () => socket.destroy(),
  }
}

function answerTo(
  { id }: StunRequest,
  listen: (listener: (message: Buffer) => void) => void,
  send: () => void,
  againMs: readonly number[],
): Promise<StunAnswer | undefined> {
  return new Promise((done) => {
    const timers = againMs.map((ms) => setTimeout(send, ms))
    const finish = (answer: StunAnswer | undefined) => {
      timers.forEach(clearTimeout)
      done(answer)
    }
    timers.push(setTimeout(() => finish(undefined), PATIENCE_MS))
    listen((message) => {
      const answer = decodeStun(message, id)
      if (answer) finish(answer)
    })
    send()
  })
}
