import { sql } from 'kysely'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { TestApp } from '../app.ts'
import { EXAMPLES } from '../examples.ts'

/** Where the rows are that a parameter of a path names. */
const TABLES: Record<string, string> = {
  actionId: 'actions',
  clientId: 'clients',
  entryId: 'payment_entries',
  goalId: 'goals',
  groupId: 'groups',
  memorandumId: 'memorandums',
  noteId: 'notes',
  resourceId: 'resources',
  roomId: 'message_rooms',
  sessionId: 'sessions',
}

/** What somebody read: how often each endpoint answered with what, and what an answer had that its contract has not. */
export type Read = { statuses: Map<string, Map<number, number>>; faults: string[] }

/** Reads all that somebody can read through the API: every endpoint that only reads, for every row that its path can name. */
export async function readAll(app: TestApp, token: string): Promise<Read> {
  const { id: userId } = (await app.call('GET /v1/auth/me', {}, token)).body
  const { rows } = await sql<{ coachId: string }>`
    select coach_id as "coachId" from memberships where user_id = ${userId}`.execute(app.deps.db)
  const own = { userId, coachId: rows[0]?.coachId ?? userId }
  const statuses: Read['statuses'] = new Map()
  const faults: string[] = []
  for (const [name, endpoint] of ENDPOINTS) {
    if (!isRead(endpoint)) continue
    const counts = new Map<number, number>()
    statuses.set(name, counts)
    for (const ids of await idsFor(app, endpoint, own)) {
      const answer = await read(app, name, endpoint, ids, token)
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      if (answer.status === 200 && endpoint.response) {
        const { error } = endpoint.response.safeParse(answer.body)
        if (error) faults.push(`${name} ${JSON.stringify(ids)}: ${error.message}`)
      }
    }
  }
  return { statuses, faults }
}

// Those that are public are for what a link or a provider names.
function isRead({ method, access, path }: Endpoint): boolean {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, id]) => id!)
  const known = named.filter((id) => id === 'userId' || id === 'coachId' || TABLES[id] !== undefined)
  return method === 'GET' && access !== 'public' && named.length === known.length
}

/** The parameters of a path, once for each row that there is. */
async function idsFor({ deps }: TestApp, { path }: Endpoint, own: Record<string, string>) {
  const table = [...path.matchAll(/:(\w+)/g)]
    .map(([, id]) => TABLES[id!])
    .find((found) => found !== undefined)
  if (table === undefined) return [own]
  const param = Object.keys(TABLES).find((id) => TABLES[id] === table)!
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(deps.db)
  return rows.map(({ id }) => ({ ...own, [param]: id }))
}

async function read(
  app: TestApp,
  name: string,
  { method, path }: Endpoint,
  ids: Record<string, string>,
  token: string,
) {
  const url = path.replace(/:(\w+)/g, (_, id: string) => ids[id]!)
  const search = new URLSearchParams(EXAMPLES[name]?.query).toString()
  return app.send({ method, url: search ? `${url}?${search}` : url, token })
}
