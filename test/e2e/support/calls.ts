import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { expect } from './fixtures.ts'
import { type StagedClient, type StagedCoach, callApi, signIn, stageClient, stageCoach } from './people.ts'
import { JOURNEY_NOW, type TestServer } from './server.ts'

/** A browser that may use its camera and microphone, as it may once a person has allowed it. */
export const MAY_CALL = { permissions: ['camera', 'microphone'] }
/** The same for calls that do not look at what a line takes: they do not need more than a busy machine has. */
export const ALLOWED = { ...MAY_CALL, easyCalls: true } as const

/** A session of an hour in our own room; it starts so many minutes from now. */
export function bookRoom(
  server: TestServer,
  coach: StagedCoach,
  whom: { type: 'Client'; clientId: string } | { type: 'Group'; groupId: string },
  inMinutes: number,
): Promise<SessionDto> {
  const startsAt = addMinutes(fromIso(JOURNEY_NOW), inMinutes)
  return callApi<SessionDto>(server, 'POST', '/v1/session', {
    token: coach.token,
    body: {
      ...whom,
      title: 'Hablar en público',
      channel: 'norte',
      outsideHours: true,
      startsAt: toIso(startsAt),
      endsAt: toIso(addMinutes(startsAt, 60)),
    },
  })
}

/** The button of the lobby that leads into the call. */
export const join = (page: Page) => page.getByRole('button', { name: 'Unirme', exact: true })
/** A person in the call, or their screen. */
export const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Personas en la videollamada' }).getByRole('listitem', { name, exact: true })
export const control = (page: Page, name: string) =>
  page
    .getByRole('toolbar', { name: 'Controles de la videollamada' })
    .getByRole('button', { name, exact: true })

/** A picture moves: frames with a size come, and more of them from one look to the next. A new line counts from 0 again. */
export async function expectMoving(shown: Locator): Promise<void> {
  const frames = () =>
    shown
      .locator('video')
      .evaluate((video: HTMLVideoElement) =>
        video.videoWidth > 2 ? video.getVideoPlaybackQuality().totalVideoFrames : 0,
      )
  let last = Infinity
  const isMoving = async () => {
    const before = last
    last = await frames()
    return before > 0 && last > before
  }
  await expect.poll(isMoving).toBe(true)
}

export type StagedRoom = { coach: StagedCoach; client: StagedClient; room: string }

/** A coach and a client, whose session in our own room begins in a moment. */
export async function stageRoom(server: TestServer): Promise<StagedRoom> {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId: client.clientId }, 5)
  return { coach, client, room: `/session/room/${id}` }
}

/** Both go in, and see each other move. */
export async function meet({ coach, client, room }: StagedRoom, hers: Page, theirs: Page): Promise<void> {
  await signIn(hers, coach.email, room)
  await signIn(theirs, client.email, room)
  for (const page of [hers, theirs]) await join(page).click()
  await expectMoving(tile(hers, 'Mariana'))
  await expectMoving(tile(theirs, 'Ana'))
}

declare global {
  interface Window {
    /** Of a page that is watched: its connections, in their order. */
    connections: RTCPeerConnection[]
  }
}

/** Keeps the connections that pages of this browser open from now on, so that a journey can look at what they count. */
export async function watchLines(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const Original = RTCPeerConnection
    window.connections = []
    window.RTCPeerConnection = class extends Original {
      constructor(...options: ConstructorParameters<typeof Original>) {
        super(...options)
        window.connections.push(this)
      }
    }
  })
}

/** What the connection that a page opened last carries, by the browser's own count (W3C WebRTC Stats). */
export type Line = {
  /** The candidates of the pair in use: `host`, `srflx`, `prflx` or `relay`. */
  own: string
  other: string
  /** How this browser reaches the server that relays: `udp`, `tcp` or `tls`. */
  relayedBy: string | undefined
  audioSent: number
  audioReceived: number
  videoReceived: number
  /** The energy of all that was heard: silence adds nothing. */
  loudness: number
}

export function lineOf(page: Page): Promise<Line> {
  return page.evaluate(async () => {
    const open = window.connections.findLast(({ connectionState }) => connectionState !== 'closed')
    const reports = [...((await open?.getStats())?.values() ?? [])] as Record<string, string & number>[]
    const sum = (type: string, kind: string, name: string) =>
      reports
        .filter((report) => report['type'] === type && report['kind'] === kind)
        .reduce((all, report) => all + (report[name] ?? 0), 0)
    const transport = reports.find(({ type }) => type === 'transport')
    const byId = (id: string | undefined) => reports.find((report) => report['id'] === id)
    const pair = byId(transport?.['selectedCandidatePairId'])
    return {
      own: String(byId(pair?.['localCandidateId'])?.['candidateType']),
      relayedBy: byId(pair?.['localCandidateId'])?.['relayProtocol'],
      other: String(byId(pair?.['remoteCandidateId'])?.['candidateType']),
      audioSent: sum('outbound-rtp', 'audio', 'bytesSent'),
      audioReceived: sum('inbound-rtp', 'audio', 'bytesReceived'),
      videoReceived: sum('inbound-rtp', 'video', 'bytesReceived'),
      loudness: sum('inbound-rtp', 'audio', 'totalAudioEnergy'),
    }
  })
}

/** More of what the other side sends arrives at a page, and goes on doing so. */
export async function expectArriving(
  page: Page,
  ...what: ('audioReceived' | 'videoReceived' | 'loudness')[]
): Promise<void> {
  const before = await lineOf(page)
  for (const name of what) {
    await expect.poll(async () => (await lineOf(page))[name]).toBeGreaterThan(before[name])
  }
}
