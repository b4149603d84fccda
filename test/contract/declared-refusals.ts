import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { HOUSE_ERRORS } from '#contract/errors.ts'

type Request = { method: string; url: string }

const house: ReadonlySet<string> = new Set(HOUSE_ERRORS)

const shapeOf = (method: string, path: string) => `${method} ${path.split('/').length}`

// The character sorts behind every letter.
const specificity = ({ path }: Endpoint) => path.replace(/:\w+/g, '~')

/** The endpoints by method and number of segments, those with fixed segments before those with parameters. */
const byShape = Map.groupBy(
  [...ENDPOINTS.values()].toSorted((a, b) => (specificity(a) < specificity(b) ? -1 : 1)),
  ({ method, path }) => shapeOf(method, path),
)

/** The endpoint that the server answers a request by; undefined for a page, a file or nothing. */
export function endpointOf({ method, url }: Request): Endpoint | undefined {
  const segments = url.split('?', 1)[0]!.split('/')
  return byShape
    .get(shapeOf(method, segments.join('/')))
    ?.find(({ path }) =>
      path.split('/').every((segment, at) => segment.startsWith(':') || segment === segments[at]),
    )
}

/**
 * Fails the test on a refusal that neither its endpoint declares nor every call may give: the web would not know what to
 * do with it, and a reader of the API's description would not know of it.
 */
export function expectDeclared(request: Request, body: unknown): void {
  const code = codeOf(body)
  const endpoint = endpointOf(request)
  if (code === undefined || endpoint === undefined || house.has(code)) return
  const name = `${endpoint.method} ${endpoint.path}`
  if (!endpoint.errors.some((declared) => declared === code)) {
    throw new Error(`${name} answered ${code}, which its endpoint does not declare`)
  }
  note(`${name} ${code}`)
}

const noted = new Set<string>()

// What all workers saw, for scripts/test/unreached-refusals.ts: one file of each process.
function note(line: string): void {
  const folder = process.env['SEEN_REFUSALS']
  if (folder === undefined || noted.has(line)) return
  noted.add(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
}

function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('requestId' in body))
    return undefined
  return typeof body.code === 'string' ? body.code : undefined
}
