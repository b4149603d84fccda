import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '#server/config-values.ts'

/** The headers by which proxies tell about the request they pass on. */
const PASSED_ON =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-original-.+|x-(?:cluster-)?client-ip|true-client-ip|(?:cf|fastly|fly)-.+|x-envoy-.+)$/i

/**
 * Whether a request was made on this machine for this machine: both ends of the connection are loopback, the Host is a
 * loopback name (a page elsewhere may have its own name lead here) and no proxy passed it on. For the conveniences of
 * test mode, which show what lets anybody in.
 */
export function isOfThisMachine({ socket, url, headers, rawHeaders }: IncomingMessage): boolean {
  const isPassedOn = rawHeaders.some((name, index) => index % 2 === 0 && PASSED_ON.test(name))
  const { host = '' } = headers
  return (
    !isPassedOn &&
    // With a whole address the request line says the host, whatever the header does (RFC 9112 §3.2.2).
    (url === '' || url?.startsWith('/') === true) &&
    isLoopbackAddress(socket.remoteAddress) &&
    URL.canParse(`http://${host}`) &&
    isLoopback(`http://${host}`)
  )
}

function isLoopbackAddress(address = ''): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
