import type { Transaction } from 'kysely'
import type { FileId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { PictureKind } from './files.domain.ts'
import {
  type KeptPicture,
  type SentPicture,
  dropBytes,
  keepPicture,
  replacePicture,
} from './files.service.ts'

/** What shows a picture: the row it is named in, and what follows from a change. */
export type PictureSubject<Answer> = {
  ownerId: UserId
  /**
   * Locks the row and returns its current picture: of two parallel uploads the later one then removes the earlier one's.
   */
  lock(tx: Transaction<DB>): Promise<FileId | null>
  store(tx: Transaction<DB>, id: FileId): Promise<unknown>
  record(tx: Transaction<DB>): Promise<void>
  answer(tx: Transaction<DB>): Promise<Answer>
}

/** Replaces or removes (null) a picture, in one transaction; the previous one's bytes are deleted after it. */
export async function setPicture<Answer>(
  deps: Deps,
  picture: KeptPicture | null,
  subject: PictureSubject<Answer>,
): Promise<Answer> {
  const { answer, replaced } = await deps.db.transaction().execute(async (tx) => {
    const replaces = await subject.lock(tx)
    const before = await replacePicture(deps, tx, { ownerId: subject.ownerId, picture, replaces })
    if (picture) await subject.store(tx, picture.id)
    if (picture || before.length > 0) await subject.record(tx)
    return { answer: await subject.answer(tx), replaced: before }
  })
  await dropBytes(deps, replaced)
  return answer
}

/** A picture that is sent in a form, of something that not everybody sees. */
export type FormPicture<Answer> = PictureSubject<Answer> & {
  senderId: UserId
  kind: PictureKind
  /** The name of the file's field in the form. */
  field: string
  /** Refuses those who do not see what it is of, before any bytes are decoded or stored for them. */
  requireVisible(): Promise<unknown>
}

/**
 * POST: replaces and deletes the previous picture.
 * @throws Refusal of `requireVisible`, and `request.invalid` on the field for an unsupported picture
 */
export async function putPicture<Answer>(
  deps: Deps,
  sent: SentPicture | undefined,
  subject: FormPicture<Answer>,
): Promise<Answer> {
  await subject.requireVisible()
  const { senderId, kind, field } = subject
  return setPicture(deps, await keepPicture(deps, senderId, sent, kind, field), subject)
}
