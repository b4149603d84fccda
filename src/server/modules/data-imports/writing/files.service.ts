import { createHash } from 'node:crypto'
import { Readable, Transform, pipeline } from 'node:stream'
import type { FileId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { PICTURES } from '#server/modules/files/files.domain.ts'
import { PREVIEW_BOX } from '#server/modules/messages/attachments.domain.ts'
import { kindOf, nameErrors, previewOf } from '#server/modules/resources/file-kinds.domain.ts'
import { dropParts } from '#server/modules/resources/uploads.service.ts'
import { type Archive, type ArchivedFile, asRefusal, bytesOf, nameOf } from '../archive/archive.service.ts'
import type { FileOfPractice, Importer, Looked } from '../archive/reading.service.ts'
import { ImportRefused, RESERVED_BYTES, progressOf } from '../data-imports.domain.ts'
import * as copied from './copied-files.repository.ts'
import type { NewPicture } from './practice.repository.ts'

/** Called as the work goes on. @returns false if it is to end: somebody else does it */
export type OnProgress = (progress: number) => Promise<boolean>

/** Another worker reads the archive, or nobody wants it any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** There is no room for the files on the disk of the data folder now. */
export class NoSpace extends Error {
  override readonly name = 'NoSpace'
}

/** @throws NoSpace unless so many bytes find room besides what has to stay free */
export async function requireRoom(deps: Deps, bytes: number): Promise<void> {
  if ((await deps.freeSpace(deps.config.dataDir)) < bytes + RESERVED_BYTES) {
    throw new NoSpace('There is not enough space for an import on the disk of the data folder')
  }
}

const pathOf = ({ path }: ArchivedFile) => ({ file: nameOf(path) })
const badFile = (file: ArchivedFile) => new ImportRefused('practice_import.bad_file', pathOf(file))

/**
 * Stores the files of an archive, each looked at as an upload is. Their rows are those of uploads under way until the practice
 * is there: nothing shows them, another attempt goes on with them, and they are forgotten if none comes.
 * @throws ImportRefused, Overtaken, NoSpace
 */
export async function storeFiles(
  deps: Deps,
  { archive, files, ofMessages }: Looked,
  { userId }: Importer,
  onProgress: OnProgress,
): Promise<void> {
  const bytes = { done: 0, all: files.reduce((sum, { byteSize }) => sum + byteSize, 0) }
  const ids = files.map(({ newId }) => newId)
  for (const { byteSize, file, name } of files) {
    if (byteSize < 1 || byteSize > deps.config.resourceMaxBytes || Object.keys(nameErrors(name)).length > 0) {
      throw badFile(file)
    }
  }
  if ((await copied.sumOthers(deps.db, userId, ids)) + bytes.all > deps.config.resourceQuotaBytes) {
    throw new ImportRefused('practice_import.quota_exceeded')
  }
  const stored = await copied.listCopied(deps.db, userId, ids)
  for (const file of files) {
    if (!(await onProgress(progressOf(bytes)))) throw new Overtaken('Another worker goes on')
    // The database may lie on the same disk.
    await requireRoom(deps, file.byteSize)
    if (!stored.has(file.newId))
      await storeFile(deps, archive, file, { userId, isOfMessage: ofMessages.has(file.newId) })
    bytes.done += file.byteSize
  }
}

async function storeFile(
  deps: Deps,
  archive: Archive,
  { newId, name, mediaType, byteSize, file }: FileOfPractice,
  { userId, isOfMessage }: { userId: Importer['userId']; isOfMessage: boolean },
): Promise<void> {
  const kind = kindOf(name, await deps.readContent(await bytesOf(archive, file)).catch(refused))
  if ('fault' in kind || kind.mediaType !== mediaType) throw badFile(file)
  const parts: string[] = []
  try {
    const isShown = isOfMessage && previewOf(mediaType) === 'image'
    const preview = isShown ? await storePreview(deps, archive, file, userId) : undefined
    const whole = deps.newId<string>()
    await deps.resourceFiles.put(whole, await summed(archive, file), byteSize).catch(refused)
    parts.push(whole, ...(preview ? [preview.part] : []))
    const row = { id: newId, name, byteSize, parts, preview }
    if (await copied.insertCopied(deps.db, userId, row, deps.clock.now())) return
  } catch (error) {
    await dropParts(deps, parts)
    // Of bytes: more or fewer than it says.
    throw error instanceof RangeError ? badFile(file) : error
  }
  await dropParts(deps, parts)
}

async function storePreview(
  deps: Deps,
  archive: Archive,
  file: ArchivedFile,
  userId: Importer['userId'],
): Promise<{ part: string; width: number; height: number } | undefined> {
  const bytes = await wholeOf(archive, file)
  const made = await deps.images.preview(userId, () => Readable.from([bytes]), PREVIEW_BOX)
  if (!made) return undefined
  const part = deps.newId<string>()
  await deps.resourceFiles.put(part, Readable.from([made.bytes]), made.bytes.length)
  return { part, width: made.width, height: made.height }
}

function refused(error: unknown): never {
  throw asRefusal(error)
}

/** The bytes of a file, which fail at their end unless they have the sum that the archive says. */
async function summed(archive: Archive, file: ArchivedFile): Promise<Readable> {
  const hash = createHash('sha256')
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush: (done) => done(hash.digest('hex') === file.sha256 ? null : badFile(file)),
  })
  pipeline(await bytesOf(archive, file), checked, () => undefined)
  return checked
}

async function wholeOf(archive: Archive, file: ArchivedFile): Promise<Buffer> {
  try {
    return Buffer.concat(await (await summed(archive, file)).toArray())
  } catch (error) {
    throw asRefusal(error)
  }
}

/** More than any picture that was stored. */
const MOST_PICTURE_BYTES = 20 * 1_048_576

/**
 * Encodes the pictures of an archive again, as uploaded ones are, and stores them; bytes that no row names are removed by the
 * sweep of pictures. @throws ImportRefused, Overtaken
 */
export async function storePictures(
  deps: Deps,
  { archive, pictures, setPicture }: Looked,
  { userId }: Importer,
  isWanted: () => Promise<boolean>,
): Promise<NewPicture[]> {
  const stored: NewPicture[] = []
  for (const old of pictures) {
    if (!(await isWanted())) throw new Overtaken('Another worker goes on')
    const { kind, mediaType, file } = archive.pictures.get(old)!
    if (file.byteSize > MOST_PICTURE_BYTES) throw badFile(file)
    const bytes = await wholeOf(archive, file)
    const made = await deps.images.remake(
      userId,
      { bytes, name: '', declaredType: mediaType },
      PICTURES[kind],
    )
    if ('fault' in made) throw badFile(file)
    const id = deps.newId<FileId>()
    await deps.files.put(id, Readable.from([made.bytes]), made.bytes.length)
    setPicture(old, id)
    stored.push({ id, kind, mediaType: made.mediaType, byteSize: made.bytes.length })
  }
  return stored
}

/** Removes what was stored of the files of an import that is over. */
export async function dropFiles(deps: Deps, { files }: Looked, { userId }: Importer): Promise<void> {
  await dropParts(
    deps,
    await copied.removeCopied(
      deps.db,
      userId,
      files.map(({ newId }) => newId),
    ),
  )
}
