// Says whether the STUN and TURN servers of the settings answer, as a browser would find them: run it from outside the
// network of the server, too. And whether Janus does what a web server asks, which is asked on the machine of one.
//
//   npm run check:video
import { parseConfig } from '#server/config.ts'
import { iceServersOf } from '#server/platform/internet/ice-servers.ts'
import { type IceProbe, probeIceServer } from '#server/platform/internet/ice-probe.ts'
import { type SfuProbe, probeSfu } from '#server/platform/sfu/sfu-probe.ts'
import type { MembershipId } from '#contract/values.ts'
import { systemClock } from '#time/clock.ts'
import { fail } from '../setup/project.mjs'

const REASONS = {
  noAnswer: 'no answer',
  refused: 'refused',
  unreachable: 'not reached',
  wrongSecret: 'JANUS_SECRET is not its api_secret',
  noVideoroom: 'its plugin videoroom is missing',
}
/** The people of a server that is gone need this long to find another one. */
const SHORTEST_RECLAIM_SECONDS = 30

const settings = parseConfig(process.env, [])
if (settings.problems) fail(...settings.problems.map(({ name, rule }) => `${name}: ${rule}`))
const { ice, sfu } = settings.config

if (ice.turnUrls.length > 0 && ice.turnSecret === undefined) {
  fail('TURN_URLS needs TURN_SECRET: the static-auth-secret of the TURN server.')
}
// Nobody's: the TURN server only looks at the end of the credentials and at their signature.
const servers = iceServersOf(ice, 'check-video' as MembershipId, systemClock.now())
if (servers.length === 0) {
  console.log('Neither STUN_URLS nor TURN_URLS is set: calls work within one network only.')
}
for (const { urls, username, credential } of servers) {
  const person = username !== undefined && credential !== undefined ? { username, credential } : undefined
  for (const url of urls) {
    const probe = await probeIceServer(url, person)
    console.log(`${probe.isUp ? '✓' : '✗'} ${url}  ${said(probe, person !== undefined)}`)
    if (!probe.isUp) process.exitCode = 1
  }
}
if (sfu) {
  const probe = await probeSfu(sfu)
  console.log(`${probe.isUp ? '✓' : '✗'} ${sfu.url}  ${saidBySfu(probe)}`)
  if (!probe.isUp) process.exitCode = 1
  else for (const warning of warningsOf(probe)) console.log(`! ${sfu.url}  ${warning}`)
} else console.log('JANUS_URL is not set: at most four people of a group are in a call.')

function saidBySfu(probe: SfuProbe): string {
  if (!probe.isUp) return reasonOf(probe)
  return `Janus ${probe.version} with videoroom takes the secret (${probe.tookMs.toFixed(0)} ms)`
}

function warningsOf({ isOpen, reclaimSeconds }: Extract<SfuProbe, { isUp: true }>): string[] {
  const reclaim = `reclaim_session_timeout is ${reclaimSeconds}: calls break when a server of Norte ends; set it to 60`
  return [
    ...(isOpen ? ['it also does what is asked without the secret: set api_secret in janus.jcfg'] : []),
    ...(reclaimSeconds < SHORTEST_RECLAIM_SECONDS ? [reclaim] : []),
  ]
}

function reasonOf({ reason, detail }: { reason: keyof typeof REASONS; detail: string }): string {
  return `${REASONS[reason]}${detail && `: ${detail}`}`
}

function said(probe: IceProbe, relays: boolean): string {
  if (!probe.isUp) return reasonOf(probe)
  const what = relays ? `relays at ${probe.address}` : `sees this machine as ${probe.address}`
  return `${what} (${probe.tookMs.toFixed(0)} ms)`
}
