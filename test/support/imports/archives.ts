import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { PART_BYTES } from '#contract/resources/resource-files.ts'
import type { DataImportDto } from '#contract/account/data-imports.ts'
import type { TestApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { PASSWORD, type TestCoach } from '#test/support/people.ts'

export type Entries = Map<string, Buffer>
export type Row = Record<string, unknown>

type Owner = Pick<TestCoach, 'userId' | 'token'>

const TUS = { 'tus-resumable': '1.0.0' }

/** A ZIP of these entries. */
export async function zipOf(entries: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, bytes] of entries) zip.addBuffer(bytes, path, { compress: !path.startsWith('files/') })
  zip.end()
  return buffer(zip.outputStream)
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export type Manifest = {
  format: string
  version: number
  person: { id: string }
  tables: { space: string; name: string; rows: number; columns: string[]; sha256: string }[]
  files: { id: string; path: string; byteSize: number; sha256: string | null }[]
}

export const manifestOf = (entries: ReadonlyMap<string, Buffer>): Manifest =>
  JSON.parse(entries.get('manifest.json')!.toString()) as Manifest

/** The same archive with another manifest. */
export function withManifest(
  entries: ReadonlyMap<string, Buffer>,
  change: (manifest: Manifest) => object,
): Entries {
  const manifest = change(structuredClone(manifestOf(entries)))
  return new Map([...entries, ['manifest.json', Buffer.from(JSON.stringify(manifest))]])
}

/** The same archive with other rows of a table, and the sums that go with them. */
export function withRows(
  entries: ReadonlyMap<string, Buffer>,
  table: string,
  change: (rows: Row[]) => (Row | string)[],
): Entries {
  const [space, name] = table.split('/') as [string, string]
  const path = `data/${table}.json`
  const before = entries.has(path) ? (JSON.parse(entries.get(path)!.toString()) as Row[]) : []
  const rows = change(structuredClone(before))
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
  const bytes = Buffer.from(`[${lines.map((line, at) => `${at === 0 ? '' : ','}\n${line}`).join('')}\n]\n`)
  const changed = withManifest(entries, (manifest) => {
    const others = manifest.tables.filter((each) => !(each.space === space && each.name === name))
    const columns = Object.keys(before[0] ?? (rows[0] as Row))
    return {
      ...manifest,
      tables: [...others, { space, name, rows: rows.length, columns, sha256: sumOf(bytes) }],
    }
  })
  return changed.set(path, bytes)
}

/** The same archive with other bytes of a file, and the size and sum that go with them. */
export function withFile(entries: ReadonlyMap<string, Buffer>, id: string, bytes: Buffer): Entries {
  let path = ''
  const changed = withManifest(entries, (manifest) => {
    const file = manifest.files.find((each) => each.id === id)!
    path = file.path
    Object.assign(file, { byteSize: bytes.length, sha256: sumOf(bytes) })
    return manifest
  })
  changed.set(path, bytes)
  return withRows(changed, 'practice/resource_files', (rows) =>
    rows.map((row) => (row['id'] === id ? { ...row, byte_size: bytes.length } : row)),
  )
}

/** Announces an archive. */
export const beginImport = (
  app: TestApp,
  { userId, token }: Owner,
  byteSize: number,
  password: string | undefined = PASSWORD,
) =>
  app.call(
    'POST /v1/user/:userId/import',
    { params: { userId }, body: { byteSize, ...(password !== '' && { password }) } },
    token,
  )

/** Sends a part of an archive, from an offset on. */
export const sendImportPart = (app: TestApp, { token }: Owner, id: string, offset: number, bytes: Buffer) =>
  app.send({
    method: 'PATCH',
    url: `/v1/import/upload/${id}`,
    token,
    body: bytes,
    headers: {
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
  })

/** How much of an archive has come. */
export const importOffset = (app: TestApp, { token }: Owner, id: string) =>
  app.send({ method: 'HEAD', url: `/v1/import/upload/${id}`, token, headers: TUS })

/** Announces an archive, and sends all of it. */
export async function uploadArchive(app: TestApp, coach: Owner, zip: Buffer): Promise<DataImportDto['id']> {
  const { id } = good(await beginImport(app, coach, zip.length), 201)
  for (let at = 0; at < zip.length; at += PART_BYTES) {
    const part = await sendImportPart(app, coach, id, at, zip.subarray(at, at + PART_BYTES))
    if (part.status !== 204) throw new Error(`part: ${part.status} ${String(part.body)}`)
  }
  return id
}

export const finishImport = (app: TestApp, { userId, token }: Owner, importId: DataImportDto['id']) =>
  app.call('POST /v1/user/:userId/import/:importId/finish', { params: { userId, importId } }, token)

export const cancelImport = (app: TestApp, { userId, token }: Owner, importId: DataImportDto['id']) =>
  app.call('DELETE /v1/user/:userId/import/:importId', { params: { userId, importId } }, token)

/** What is known of the last import of a coach. */
export const importOf = async (app: TestApp, { userId, token }: Owner) =>
  good(await app.call('GET /v1/user/:userId/import', { params: { userId } }, token))

/** Has an archive read into a practice. @returns what became of it */
export async function importInto(
  app: TestApp,
  coach: Owner,
  archive: Entries | Buffer,
): Promise<DataImportDto> {
  const zip = Buffer.isBuffer(archive) ? archive : await zipOf(archive)
  const id = await uploadArchive(app, coach, zip)
  good(await finishImport(app, coach, id), 202)
  await app.settle()
  return (await importOf(app, coach)).import!
}
