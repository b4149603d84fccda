import { formatted } from '../../../scripts/setup/format.ts'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { HOUSE_ERRORS } from '#contract/errors.ts'
import type { Exchange } from '#test/support/app.ts'
import { successOf } from './exchanges.ts'
import { plainExamples } from './plain-example.ts'

const HEAD = `# The API, call by call

Written by \`test/contract/api-document/api-document.test.ts\`, which sends every example below: run it with \`-u\` after
a change of the contract. Lists are cut after their first entry, long texts after a few words; ids are numbered. The
schemas are in \`GET /v1/openapi.json\`.

Access and owner are explained in \`src/contract/endpoint.ts\`. A refusal is \`{ error, code, requestId }\`, with
\`fields\` where single fields are wrong. Every call may refuse with ${HOUSE_ERRORS.map((code) => `\`${code}\``).join(', ')};
its own refusals are listed with it.`

/** docs/api.md: each call with its declaration and its example. */
export async function apiDocument(examples: ReadonlyMap<Endpoint, Exchange>): Promise<string> {
  const plain = plainExamples()
  const shown = new Map<unknown, string>()
  const areas = Map.groupBy(ENDPOINTS.values(), ({ path }) => path.split('/')[2]!)
  const sections = [...areas].flatMap(([area, endpoints]) => [
    `## ${area}`,
    ...endpoints.map((endpoint) => section(endpoint, examples.get(endpoint), plain, shown)),
  ])
  return formatted('docs/api.md', [HEAD, ...sections].join('\n\n'))
}

type Plain = ReturnType<typeof plainExamples>

function section(
  endpoint: Endpoint,
  exchange: Exchange | undefined,
  plain: Plain,
  shown: Map<unknown, string>,
): string {
  const { method, path, access, owner, errors, summary } = endpoint
  const facts = [
    `Access \`${access}\``,
    ...(owner ? [`owner \`${owner}\``] : []),
    ...(errors.length > 0 ? [`refusals ${errors.map((code) => `\`${code}\``).join(', ')}`] : []),
  ]
  return [
    `### ${method} ${path}`,
    `${summary}. ${facts.join(' · ')}.`,
    ...(exchange ? [...request(endpoint, exchange, plain), answer(endpoint, exchange, plain, shown)] : []),
  ].join('\n\n')
}

function request(endpoint: Endpoint, { request: { method, url, body } }: Exchange, plain: Plain): string[] {
  const isForm = Buffer.isBuffer(body)
  const parts = [
    ...(url === endpoint.path ? [] : [`\`${method} ${String(plain(url))}\``]),
    ...(isForm ? [`a form with the file in \`${endpoint.upload}\``] : []),
  ]
  return [
    ...(parts.length > 0 ? [`Request: ${parts.join(', ')}`] : []),
    ...(body === undefined || isForm ? [] : [block(plain(body))]),
  ]
}

/** The example's answer; a shape that was shown before is only named. */
function answer(
  endpoint: Endpoint,
  { answer: { body, headers } }: Exchange,
  plain: Plain,
  shown: Map<unknown, string>,
): string {
  const status = `Answer: ${successOf(endpoint)}`
  if (!endpoint.response) {
    const { location, 'content-type': type } = headers
    if (location !== undefined) return `${status}, to \`${String(plain(location))}\``
    return type === undefined ? `${status}, without a body` : `${status}, \`${String(type)}\``
  }
  const before = shown.get(endpoint.response)
  if (before !== undefined) return `${status}, like that of \`${before}\``
  shown.set(endpoint.response, `${endpoint.method} ${endpoint.path}`)
  return `${status}\n\n${block(plain(body))}`
}

const block = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``
