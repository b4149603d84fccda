import type { MessageKey, NoteId, RoomId } from '#contract/values.ts'
import type { TestApp } from '#test/support/app.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import { good } from '#test/support/groups.ts'
import { uploadAttachment } from '#test/support/messages/attachments.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { pdf } from '#test/support/resources/files.ts'
import { newResource, upload } from '#test/support/resources/uploads.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import type { Entries } from './archives.ts'

/** A small practice with something of everything that an archive refers by, and its archive. */
export type TestPractice = { coach: TestCoach; client: TestClient; archive: Entries; fileId: string }

/** Writes something somebody says in the room of a client. */
export const write = async (
  app: TestApp,
  { token }: { token: string },
  room: string,
  text: string,
  files: string[] = [],
) =>
  good(
    await app.call(
      'POST /v1/message/:roomId',
      {
        params: { roomId: room },
        body: {
          text,
          clientKey: app.deps.newId<MessageKey>(),
          ...(files.length > 0 && { attachments: files }),
        },
      },
      token,
    ),
    201,
  )

export async function practiceToMove(app: TestApp): Promise<TestPractice> {
  const coach = await newCoach(app)
  const client = await newClient(app, coach, { name: 'Luz' })
  const { clientId } = client
  const note = {
    id: app.deps.newId<NoteId>(),
    clientId,
    title: 'Lo que observé',
    body: textSaying('Respira mejor.'),
  }
  good(await app.call('POST /v1/note', { body: note }, coach.token), 201)
  const bytes = pdf('Plan de Luz')
  const { id: fileId } = good(await upload(app, coach, { name: 'Plan de Luz.pdf', bytes }))
  await newResource(app, coach, { type: 'file', title: 'Plan', fileId })
  await write(app, client, clientId, 'Hoy respiré antes de contestar.')
  const photo = { name: 'Diario.png', bytes: await picture() }
  const { id: sent } = await uploadAttachment(app, client, clientId as string as RoomId, photo)
  await write(app, client, clientId, 'Mi diario', [sent])
  await write(app, coach, clientId, 'Muy bien, Luz.')
  return { coach, client, archive: await exportOf(app, coach), fileId }
}
