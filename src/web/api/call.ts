import type { Routes } from '#contract/api.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { setPayment, setToken, useStore } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import { forgetEarlyAnswers, takeArrivedAnswer, takeEarlyAnswer } from './early-answers.ts'
import { ApiFailure } from './failure.ts'
import type { Route } from './invalidation.ts'
import { queryCache } from './query-cache.ts'
import { untilAnswered } from './quiet.ts'
import { currentLanguage, i18n } from './texts/i18n.ts'

export type Input<R extends Route> = InputOf<Routes[R]>
export type Output<R extends Route> = OutputOf<Routes[R]>

/** `{}` may be left out when the route needs nothing. */
type Arguments<R extends Route> =
  Record<never, never> extends Input<R>
    ? [input?: Input<R>, options?: CallOptions]
    : [input: Input<R>, options?: CallOptions]

type CallOptions = {
  signal?: AbortSignal
  /** Uses this token instead of the one of the signed-in person. */
  as?: string
  /** Nothing on screen is asked for again: the caller knows that nothing but its own answer follows from the change. */
  quiet?: true
  /** Another way to send than `fetch`, for what takes its time: an upload that tells how far it is. */
  transport?: Transport
}

export type Transport = (url: string, init: RequestInit & { signal: AbortSignal }) => Promise<Response>

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  form?: FormData
}

const TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 300_000

// Set by the app at start: what a refused sign-in means is decided there.
let onUnauthorized: () => void = () => undefined

/** Registers what happens when a signed-in call answers that its token no longer counts. */
export function whenUnauthorized(listener: () => void): void {
  onUnauthorized = listener
}

// How often somebody signed out, or somebody else came in their place.
let signInsOver = 0
useStore.subscribe(({ session }, before) => {
  const { user } = before.session
  if (user && user.id !== session.user?.id) signInsOver += 1
})

/** The last change sent to each place and not answered yet: an older one with the same body may be undone by now. */
const underWay = new Map<string, { body: string; answer: Promise<unknown> }>()

/**
 * Calls the API by the text of its route, typed by the contract:
 * `call('POST /v1/session/:sessionId/confirm', { params: { sessionId } })`.
 * A change that is asked for again before it is answered, as by a second click in the same frame, is sent once; both
 * callers get its answer. What the call makes old (invalidation.ts) is fetched again by itself.
 * Throws `ApiFailure`, or the signal's own error once aborted by the caller. A change whose sign-in ends before the
 * answer counts as aborted, too: what would be told about it is not for who uses this browser next.
 */
export function call<R extends Route>(route: R, ...given: Arguments<R>): Promise<Output<R>>
export function call(route: Route, input: AnyInput = {}, options?: CallOptions): Promise<unknown> {
  const change = changeOf(route, input, options)
  const send = () => untilAnswered(answerOf(route, input, options))
  if (change === undefined) return send()
  const { key, body } = change
  const last = underWay.get(key)
  if (last?.body === body) return last.answer
  const answer = send().finally(() => {
    if (underWay.get(key)?.answer === answer) underWay.delete(key)
  })
  underWay.set(key, { body, answer })
  return answer
}

/** What is changed by whom, and to what; nothing for reads, files and what may be aborted. */
function changeOf(route: Route, { form, body, ...where }: AnyInput, options: CallOptions = {}) {
  if (route.startsWith('GET ') || form || options.signal || options.transport) return undefined
  const as = options.as ?? useStore.getState().session.token
  return { key: JSON.stringify([route, where, as]), body: JSON.stringify(body) ?? '' }
}

async function answerOf(route: Route, input: AnyInput, options: CallOptions | undefined): Promise<unknown> {
  try {
    const answer = await withinSignIn(route, async () =>
      arriving(bodyOf(await answerTo(route, input, options)), options?.signal),
    )
    if (!options?.quiet) queryCache.callSettled(route)
    return answer
  } catch (failure) {
    if (!options?.quiet) queryCache.callSettled(route, failure)
    throw failure
  }
}

/** The answer to a change, unless its sign-in is over by then. Reads are dropped by what keeps their answers. */
async function withinSignIn<T>(route: Route, ask: () => Promise<T>): Promise<T> {
  if (route.startsWith('GET ')) return ask()
  const before = signInsOver
  const answer = ask()
  await answer.catch((failure: unknown) => {
    // The refusal that ended the sign-in says so itself.
    if (failure instanceof ApiFailure && failure.code === 'auth.required') throw failure
  })
  if (signInsOver !== before) throw new DOMException('The sign-in is over', 'AbortError')
  return answer
}

async function bodyOf(response: Response): Promise<unknown> {
  // What was only accepted answers without a body, as what has none to give.
  const text = response.status === 204 ? '' : await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * What the page's first script has read for this call, once, if it is here already: the `initialData` of a query, which
 * then shows itself without a skeleton.
 */
export function readAhead<R extends Route>(route: R, ...given: Arguments<R>): Output<R> | undefined
export function readAhead(route: Route, input: AnyInput = {}): unknown {
  const { token } = useStore.getState().session
  const early = takeArrivedAnswer(request(route, input, token).url, token)
  if (early) renewToken(early.response, token)
  return early?.body
}

/** Routes that answer a file. */
type FileRoute = { [R in Route]: Routes[R] extends { answers: string } ? R : never }[Route]

type NamedFile = { content: Blob; name: string | undefined }

/** Calls a route that answers a file: its content, and the name the server gives it. */
export function callForFile<R extends FileRoute>(route: R, ...given: Arguments<R>): Promise<NamedFile>
export async function callForFile(
  route: FileRoute,
  input: AnyInput = {},
  options?: CallOptions,
): Promise<NamedFile> {
  return withinSignIn(route, async () => {
    const response = await answerTo(route, input, options)
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { content: await arriving(response.blob(), options?.signal), name }
  })
}

async function answerTo(route: Route, input: AnyInput, options: CallOptions = {}): Promise<Response> {
  const token = options.as ?? useStore.getState().session.token
  const { url, init } = request(route, input, token)
  const isRead = route.startsWith('GET ')
  if (!isRead) forgetEarlyAnswers()
  const early = isRead ? takeEarlyAnswer(url, token) : undefined
  const response = await send(url, init, options, early)
  renewToken(response, token)
  if (!response.ok) throw await refusal(response, token)
  return response
}

function request(route: string, { params, query, body, form }: AnyInput, token: string | null) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  // Without a sign-in this says what refusals are read in, and what a new account starts with.
  const headers = new Headers({ 'accept': 'application/json', 'x-language': currentLanguage() })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  return {
    url: search.size > 0 ? `${path}?${search.toString()}` : path,
    // The browser writes the type of a form itself, with the boundary in it.
    init: { method, headers, body: form ?? (body === undefined ? null : JSON.stringify(body)) },
  }
}

function send(
  url: string,
  init: RequestInit,
  { signal, transport }: Pick<CallOptions, 'signal' | 'transport'>,
  early: Promise<Response> | undefined,
): Promise<Response> {
  const patience = AbortSignal.timeout(transport ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
  const either = signal ? AbortSignal.any([signal, patience]) : patience
  return arriving(early ?? (transport ?? fetch)(url, { ...init, signal: either }), signal)
}

/**
 * What comes over the network. If it does not, breaks off, or is what somebody else says, such as the page of a hotel's
 * network, the network has failed; unless the caller gave up, which stays the error of its signal.
 */
async function arriving<T>(part: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await part
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiFailure('network', 0, i18n.t('common:failure.network'))
  }
}

/** Active use renews the token (product D15); the answer to an older sign-in renews nothing. */
function renewToken(response: Response, sent: string | null): void {
  const fresh = response.headers.get('x-session-token')
  const { session } = useStore.getState()
  if (!fresh || !sent || session.token !== sent) return
  setToken(fresh)
  storage.writeSession({ token: fresh, ...(session.user && { userId: session.user.id }) })
}

async function refusal(response: Response, sent: string | null): Promise<ApiFailure> {
  const body = await errorBodyOf(response)
  const failure = body
    ? new ApiFailure(body.code, response.status, body.error, body.fields)
    : // Not our envelope: something between the browser and the server answered.
      new ApiFailure('server.unavailable', response.status, i18n.t('common:failure.unavailable'))
  const { session } = useStore.getState()
  if (sent && session.token === sent) {
    if (failure.code === 'auth.required') onUnauthorized()
    if (failure.code === 'payment.required') setPayment(false, session.paymentStatus)
  }
  return failure
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('error' in body)) return false
  return typeof body.code === 'string' && typeof body.error === 'string'
}

/** The server's own words of a refusal; null if somebody else wrote it. */
export async function errorBodyOf(response: Response): Promise<ErrorBody | null> {
  try {
    const body: unknown = await response.json()
    return isErrorBody(body) ? body : null
  } catch {
    return null
  }
}
