import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '#server/settings/values.ts'

/** The headers that proxies add to a request they forward. */
const PASSED_ON =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-original-.+|x-(?:cluster-)?client-ip|true-client-ip|(?:cf|fastly|fly)-.+|x-envoy-.+)$/i

/**
 * Whether a request was made on this machine for this machine: both ends of the connection are loopback, the Host is a
 * loopback name (an external page may have its own name resolve to here) and no proxy forwarded it. Used for the pages
 * of test mode, which give access to every account.
 */
export function isOfThisMachine({ socket, url, headers, rawHeaders }: IncomingMessage): boolean {
  const isPassedOn = rawHeaders.some((name, index) => index % 2 === 0 && PASSED_ON.test(name))
  const { host = '' } = headers
  return (
    !isPassedOn &&
    // With an absolute URL the request line names the host, whatever the header says (RFC 9112 §3.2.2).
    (url === '' || url?.startsWith('/') === true) &&
    isLoopbackAddress(socket.remoteAddress) &&
    URL.canParse(`http://${host}`) &&
    isLoopback(`http://${host}`)
  )
}

function isLoopbackAddress(address = ''): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
