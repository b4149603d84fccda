import type { DataExportDto } from '#contract/account/data-exports.ts'
import type { UserId } from '#contract/values.ts'
import type { TestApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { PASSWORD } from '#test/support/people.ts'
import { unzip } from './unzip.ts'

type Owner = { userId: UserId; token: string }

/** Asks for the archive of somebody's data. */
export const askExport = (app: TestApp, { userId, token }: Owner, password: string | undefined = PASSWORD) =>
  app.call('POST /v1/user/:userId/export', { params: { userId }, body: { password } }, token)

/** What is known of their last archive. */
export async function lastExport(app: TestApp, { userId, token }: Owner): Promise<DataExportDto | null> {
  return good(await app.call('GET /v1/user/:userId/export', { params: { userId } }, token)).export
}

/** Has their archive written, and fetches it. */
export async function exportOf(app: TestApp, owner: Owner): Promise<Map<string, Buffer>> {
  const { id } = good(await askExport(app, owner), 202)
  await app.settle()
  return unzip(await fetchExport(app, owner, id))
}

/** The bytes of an archive that is ready. */
export async function fetchExport(app: TestApp, { userId, token }: Owner, exportId: DataExportDto['id']) {
  const to = { params: { userId, exportId }, body: {} }
  const { address } = good(await app.call('POST /v1/user/:userId/export/:exportId/address', to, token))
  const { status, bytes } = await app.send({ method: 'GET', url: address })
  if (status !== 200) throw new Error(`The archive answers ${status}`)
  return Buffer.from(bytes)
}

/** The rows that an archive has of a table. */
export function rowsIn(archive: ReadonlyMap<string, Buffer>, table: string): Record<string, unknown>[] {
  const text = archive.get(`data/${table}.json`)
  return text ? (JSON.parse(text.toString()) as Record<string, unknown>[]) : []
}
