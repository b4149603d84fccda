// The running demo, and its data for the pictures: who signs in, and which address shows what.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Routes } from '#contract/api.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { ClientId } from '#contract/values.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { type Invitations, closedInvitations, openInvitation } from './invitations.ts'
import { LANGUAGE } from './language.ts'
import { PASSWORD, mailed, registerCoach } from './new-coach.ts'

/** Tuesday 23 February 2027, 10:08 in Mexico City: a working morning. */
export const SHOWN_AT = '2027-02-23T16:08:00.000Z'

/** Hours of one Saturday, a day that ends early, and a week without work; beyond what the demo has booked. */
const SPECIAL_DAYS: InputOf<Routes['PUT /v1/coach/availability/days/:coachId']>['body'][] = [
  { from: '2027-03-13', to: '2027-03-13', windows: [{ start: '10:00', end: '13:00' }] },
  {
    from: '2027-03-19',
    to: '2027-03-19',
    windows: [
      { start: '08:00', end: '10:30' },
      { start: '11:00', end: '14:00' },
    ],
  },
  { from: '2027-03-29', to: '2027-04-02', windows: [] },
]

export type Role = 'visitor' | 'unpaid' | 'coach' | 'client'
export type SignIn = { email: string; password: string }

export type World = {
  url: string
  people: Record<Exclude<Role, 'visitor'>, SignIn>
  ids: Ids
  stop(): Promise<void>
}

/** Ids by what they show. */
export type Ids = {
  clientId: string
  /** A sign-in of that client. */
  clientToken: string
  /** Another one who writes with the coach. */
  otherClientId: string
  invitedClientId: string
  notInvitedClientId: string
  pausedClientId: string
  finishedClientId: string
  archivedClientId: string
  expiredClientId: string
  /** Paths of invitations, with their tokens, by their state. */
  invitations: Invitations
  /** The path by which a mail is unsubscribed from, with its token. */
  unsubscribe: string
  /** A running group with people in it, and one that is still a draft. */
  groupId: string
  draftGroupId: string
  memorandumId: string
  doneMemorandumId: string
  /** One that the client has completed, and one they have not opened. */
  resources: { done: string; open: string }
  checkoutId: string
  requested: string
  soon: string
  ahead: string
  toClose: string
  closed: string
  noShow: string
  cancelledLate: string
  own: { soon: string; ahead: string; closed: string }
}

// Enough to show the button; it is only used when pressed.
const GOOGLE = { OIDC_CLIENT_ID: 'pictures', OIDC_CLIENT_SECRET: 'pictures' }

/** The product with the demo data, before anything is looked up in it. */
type Demo = Omit<World, 'ids'> & { dataDir: string }

/** The demo, with the addresses of what the pictures show. */
export async function openWorld(): Promise<World> {
  const { dataDir, ...demo } = await startDemo(SHOWN_AT)
  const outbox = join(dataDir, 'outbox')
  const people = { ...demo.people, unpaid: await unpaidCoach(demo, outbox) }
  const ids = await findIds(demo.url, people, outbox)
  return { ...demo, people, ids }
}

/** Nobody can change their language before they paid: in another than the demo's, it is a coach who registered in it. */
async function unpaidCoach({ url, people }: Pick<Demo, 'url' | 'people'>, outbox: string): Promise<SignIn> {
  if (LANGUAGE === DEFAULT_LANGUAGE) return people.unpaid
  const person = { name: 'Ricardo', lastName: 'Salas', email: 'ricardo@correo.example' }
  await registerCoach((...request) => callApi(url, ...request), outbox, person)
  return { email: person.email, password: PASSWORD }
}

/**
 * Starts the product with the demo data on a temporary data folder and a free port of loopback; its clock always says
 * `shownAt`, an ISO instant.
 */
export async function startDemo(shownAt: string): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'norte-screens-'))
  const child = fork(join(import.meta.dirname, 'screens-server.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      SHOWN_AT: shownAt,
      REQUESTS_PER_MINUTE: '10000000',
      ...GOOGLE,
    },
  })
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(child, 'exit')
  const ready = new Promise<string>((done) => {
    child.on('message', (message: { ready?: string }) => message.ready && done(message.ready))
  })
  const url = await Promise.race([ready, ended])
  if (typeof url !== 'string') throw new Error(`The server ended instead of listening:\n${printed}`)
  return {
    url,
    people: signIns(printed),
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Parses the lines that `npm start -- --demo` prints: coach, unpaid coach, clients. */
function signIns(printed: string): World['people'] {
  const found = [...printed.matchAll(/(\S+@\S+\.example) +(\S+)$/gm)].map((match) => ({
    email: match[1]!,
    password: match[2]!,
  }))
  const [coach, unpaid, client] = found
  if (!coach || !unpaid || !client) throw new Error('The demo world printed nobody who can sign in')
  return { coach, unpaid, client }
}

async function findIds(url: string, people: World['people'], outbox: string): Promise<Ids> {
  const coach = await signIn(url, people.coach)
  const client = await signIn(url, people.client)
  const unpaid = await signIn(url, people.unpaid)
  const coachId = coach.me.id
  await speak(coach)
  await speak(client)
  for (const body of SPECIAL_DAYS) {
    await coach.call('PUT /v1/coach/availability/days/:coachId', { params: { coachId }, body })
  }
  const clients = await coach.call('GET /v1/client/all/coach/:coachId', {
    params: { coachId },
    query: { items: 100 },
  })
  const sessions = await coach.call('GET /v1/session/coach/:coachId', {
    params: { coachId },
    query: { items: 100 },
  })
  const groups = await coach.call('GET /v1/group/coach/:coachId', { params: { coachId } })
  const memorandums = await coach.call('GET /v1/memorandum/coach/:coachId', {
    params: { coachId },
    query: { items: 100 },
  })
  const library = await coach.call('GET /v1/resource/coach/:coachId', { params: { coachId }, query: {} })
  const resourceOf = (type: string) => library.data.find((each) => each.type === type && each.usedBy > 0)!.id
  const { checkoutId } = await unpaid.call('POST /v1/payment/checkout', {
    body: { planId: 'monthly', method: 'card' },
  })
  const late = sessions.data.filter(({ status }) => status === 'cancelledByClient').at(-1)
  const own = sessions.data.filter((session) => session.clientId === client.me.user.clientId)
  const others = sessions.data.filter((session) => session.clientId !== client.me.user.clientId)
  const clientOf = (status: string) =>
    clients.data.find((each) => each.status === status && each.role !== 'member')!.id
  const open = await openInvitation(outbox)
  const shared = await coach.call('POST /v1/client/:clientId/invitationlink', {
    params: { clientId: open.split(/[/?]/)[2] as ClientId },
  })
  const closed = await closedInvitations((...request) => callApi(url, ...request), outbox)
  const groupOf = (status: string) => groups.data.find((each) => each.status === status)!.id
  return {
    groupId: groupOf('running'),
    resources: { done: resourceOf('text'), open: resourceOf('link') },
    draftGroupId: groupOf('draft'),
    memorandumId: memorandums.data.find(({ group, client }) => group === 'today' && client)!.id,
    doneMemorandumId: memorandums.data.find(({ status }) => status === 'done')!.id,
    clientId: client.me.user.clientId!,
    clientToken: client.token,
    otherClientId: clients.data.find(({ name }) => name === 'Diego')!.id,
    unsubscribe: await mailed(outbox, /\/unsubscribe\?t=[\w.-]+/),
    invitedClientId: clientOf('invited'),
    notInvitedClientId: clientOf('notInvited'),
    pausedClientId: clientOf('paused'),
    finishedClientId: clientOf('finished'),
    archivedClientId: clientOf('archived'),
    expiredClientId: clientOf('expired'),
    invitations: { open, shared: shared.url.slice(url.length), ...closed },
    checkoutId,
    requested: pick(others, 'requested'),
    soon: pick(own, 'inProgress'),
    ahead: pick(others, 'upcoming'),
    toClose: pick(others, 'toClose'),
    closed: own.filter(({ status }) => status === 'completed').at(-1)!.id,
    noShow: pick(others, 'noShowClient'),
    cancelledLate: late!.id,
    own: {
      soon: pick(own, 'inProgress'),
      ahead: pick(own, 'upcoming'),
      closed: own.filter(({ status }) => status === 'completed').at(-1)!.id,
    },
  }
}

function pick(sessions: SessionListItem[], state: string): string {
  const found = sessions.find(({ status, phase }) => (phase ?? status) === state)
  if (!found) throw new Error(`No session is ${state}`)
  return found.id
}

/** Sets a person's language to that of the pictures. */
async function speak({ call, me }: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const { id, country, timezone, city } = me.user
  if (me.user.language === LANGUAGE) return
  await call('PUT /v1/user/:userId', {
    params: { userId: id },
    body: { id, country, timezone, city: city ?? 'Monterrey', language: LANGUAGE },
  })
}

async function signIn(url: string, person: SignIn) {
  const { token } = await callApi(url, 'POST /v1/auth/user', { body: person })
  const call = <R extends keyof Routes>(route: R, input: InputOf<Routes[R]>) =>
    callApi(url, route, input, token)
  return { call, token, me: await call('GET /v1/auth/me', {}) }
}

async function callApi<R extends keyof Routes>(
  url: string,
  route: R,
  input: InputOf<Routes[R]>,
  token?: string,
): Promise<OutputOf<Routes[R]>> {
  const [method, path] = route.split(' ') as [string, string]
  const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: object }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name] ?? '')
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString()
  const response = await fetch(`${url}${filled}?${search}`, {
    method,
    headers: {
      'x-language': LANGUAGE,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as OutputOf<Routes[R]>
}
