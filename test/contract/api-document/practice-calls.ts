import type { TestApp } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { add, newGroup, newcomer } from '#test/support/groups.ts'
import { answersOf, inviteClient, tokenOf } from '#test/support/invitations.ts'
import { pdf } from '#test/support/resources/files.ts'
import { sendPart } from '#test/support/resources/uploads.ts'
import { PASSWORD, type TestClient, type TestCoach, newClient, newEmail } from '#test/support/people.ts'
import type { MessageKey, NoteId, RoomId } from '#contract/values.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { PUSH_SUBSCRIPTION } from '#test/support/examples.ts'
import { pictureForm } from './account-calls.ts'

/** Clients: their records, lists, lifecycle, pictures and files. */
export async function callClients(app: TestApp, coach: TestCoach, client: TestClient): Promise<void> {
  const { token, userId: coachId } = coach
  const { clientId } = client
  const at = { params: { clientId } }
  const practice = { params: { coachId } }
  const person = () => ({ name: 'Diego', lastName: 'Hernández', email: newEmail('diego') })
  await app.call('POST /v1/client', { body: { ...person(), invite: false } }, token)
  await app.call('POST /v1/client/:coachId', { ...practice, body: person() }, token)
  await app.call('GET /v1/client/:clientId', at, token)
  const edited = { objective: 'Delegar con confianza.', tags: ['dirección'] }
  await app.call('PUT /v1/client/:clientId', { ...at, body: edited }, token)
  const page = { direction: 'asc', items: 10, page: 1 } as const
  await app.call('GET /v1/client/coach/:coachId', { ...practice, query: page }, token)
  await app.call('GET /v1/client/coach/:coachId/active', { ...practice, query: {} }, token)
  await app.call('GET /v1/client/all/coach/:coachId', { ...practice, query: { sort: 'rhythm' } }, token)
  await app.call('GET /v1/client/coach/:coachId/attention', practice, token)
  await app.send({ method: 'POST', url: `/v1/client/${clientId}/photo`, token, ...(await pictureForm()) })
  await app.call('DELETE /v1/client/:clientId/photo', at, token)
  await app.call('GET /v1/client/export', { query: { status: 'active' } }, token)
  const list = Buffer.from(`Nombre,Apellidos,Correo\nEva,Ríos,${newEmail('eva')}\n`)
  const form = formOf({ field: 'file', file: 'clientes.csv', type: 'text/csv', bytes: list })
  const read = await app.send({ method: 'POST', url: '/v1/client/import', token, ...form })
  const { importId } = read.body as { importId: never }
  await app.call('PUT /v1/client/import', { body: { importId, invite: false } }, token)
  await app.call('POST /v1/client/import/invite', { body: { importId } }, token)
  const { clientId: ending } = await newClient(app, coach)
  const clientIds = [ending]
  const pausing = { body: { clientIds, transition: 'pause' } } as const
  await app.call('POST /v1/client/bulk/invite', { body: { clientIds } }, token)
  await app.call('POST /v1/client/bulk/tag', { body: { clientIds, tag: 'dirección' } }, token)
  await app.call('POST /v1/client/bulk/preview', pausing, token)
  await app.call('POST /v1/client/bulk/transition', pausing, token)
  const resuming = { body: { clientIds, transition: 'resume' } } as const
  await app.call('POST /v1/client/bulk/transition', resuming, token)
  await app.call('POST /v1/client/bulk/export', { body: { clientIds } }, token)
  for (const step of ['pause', 'resume', 'finish', 'reactivate', 'finish', 'archive', 'restore'] as const) {
    await app.call(`POST /v1/client/:clientId/${step}`, { params: { clientId: ending } }, token)
  }
}

/** Invitations, from both sides. */
export async function callInvitations(app: TestApp, coach: TestCoach): Promise<void> {
  const { look, accept, decline, renew, share, resend } = answersOf(app)
  const invited = await inviteClient(app, coach)
  await look(invited.clientId, invited.token)
  await resend(invited.clientId, coach)
  await accept(invited.clientId, { token: invited.token, password: PASSWORD })
  const refusing = await inviteClient(app, coach)
  await decline(refusing.clientId, { token: refusing.token })
  const sharing = await inviteClient(app, coach)
  const { url } = (await share(sharing.clientId, coach)).body
  await renew(sharing.clientId, tokenOf(url))
}

/** Groups and their members. */
export async function callGroups(app: TestApp, coach: TestCoach, client: TestClient): Promise<void> {
  const { token, userId: coachId } = coach
  const { clientId } = client
  const created = await app.call(
    'POST /v1/group',
    {
      body: {
        name: 'Liderazgo en equipo',
        description: 'Para quienes dirigen por primera vez.',
        startDate: '2027-03-01',
        capacity: 8,
        modality: 'online',
        channel: 'meet',
        publish: true,
      },
    },
    token,
  )
  const at = { params: { groupId: created.body.id } }
  await app.call('GET /v1/group/:groupId', at, token)
  await app.call('PUT /v1/group/:groupId', { ...at, body: { objective: 'Delegar con claridad.' } }, token)
  await app.call('PUT /v1/group/:groupId/status', { ...at, body: { status: 'running' } }, token)
  const page = { direction: 'asc', items: 10, page: 1 } as const
  await app.call('GET /v1/group/coach/:coachId', { params: { coachId }, query: page }, token)
  await app.send({
    method: 'POST',
    url: `/v1/group/${created.body.id}/photo`,
    token,
    ...(await pictureForm()),
  })
  await app.call('DELETE /v1/group/:groupId/photo', at, token)
  await app.call('GET /v1/memorandum/Group/:groupId', { ...at, query: {} }, token)
  await app.call('POST /v1/group/:groupId/member', { ...at, body: { clientId } }, token)
  await app.call('GET /v1/group/Client/:clientId', { params: { clientId }, query: {} }, client.token)
  await app.call(
    'POST /v1/action/Group/:groupId',
    { ...at, body: { text: 'Leer el primer capítulo', dueOn: '2027-02-12' } },
    token,
  )
  await app.call('GET /v1/action/Group/:groupId', { ...at, query: {} }, token)
  await app.call('POST /v1/group/:groupId/leave', at, client.token)

  const { id: groupId } = await newGroup(app, coach, { name: 'Grupo 1' })
  const joining = await add(app, coach, { id: groupId }, newcomer())
  await app.settle()
  const member = { params: { groupId, memberId: joining.body.people![0]!.id } }
  await app.call('POST /v1/group/:groupId/member/:memberId/resendinvitation', member, token)
  await app.call('DELETE /v1/group/:groupId/member/:memberId', member, token)
}

/** The practice itself: how clients see the coach, dashboard, messages, notifications, public facts. */
export async function callPractice(app: TestApp, coach: TestCoach): Promise<void> {
  const { token, userId } = coach
  const practice = { params: { coachId: userId } }
  const shown = { shownContacts: ['email', 'whatsapp'] as const }
  await app.call('GET /v1/coach/:coachId', practice, token)
  await app.call(
    'PUT /v1/coach/:coachId',
    { ...practice, body: { shownContacts: [...shown.shownContacts] } },
    token,
  )
  const look = { companyName: 'Norte Coaching', colorUI: '3E1293' as const, removeLogo: false }
  await app.call('POST /v1/coach/custom/:coachId', { ...practice, body: look }, token)
  await app.call('GET /v1/dashboard', {}, token)
  await app.call('GET /v1/mails/today', {}, token)
  await app.call('GET /v1/legal/operator', {})
  await app.call('GET /v1/countries', {})
  await callMessages(app, coach)
  await app.call('GET /v1/message/rooms', { query: { direction: 'asc', role: 'coach' } }, token)
  const self = { params: { userId } }
  await app.call('GET /v1/notification/message/pending/:userId', { ...self, query: {} }, token)
  await app.settle()
  const oldestFirst = { ...self, query: { direction: 'asc' } } as const
  const all = await app.call('GET /v1/notification/all/:userId', oldestFirst, token)
  await app.call('GET /v1/notification/pending/:userId', { ...self, query: {} }, token)
  const one = { params: { notificationId: all.body.data[0]!.id } }
  await app.call('PUT /v1/notification/read/:notificationId', one, token)
  await app.call('DELETE /v1/notification/:notificationId', one, token)
  await app.call('POST /v1/notification/:notificationId/restore', one, token)
  await app.call('PUT /v1/notification/all/:userId/read', self, token)
  await app.call('GET /v1/notification/push', {}, token)
  await app.call('POST /v1/notification/push', { body: PUSH_SUBSCRIPTION }, token)
  await app.call('DELETE /v1/notification/push', {}, token)
}

/** Notes: from the first words to a version that is restored. */
export async function callNotes(app: TestApp, coach: TestCoach, { clientId }: TestClient): Promise<void> {
  const { token } = coach
  const id = app.deps.newId<NoteId>()
  const at = { params: { noteId: id } }
  const words = { title: 'Primera sesión', body: textSaying('Quiere dirigir mejor.') }
  const about = { id, clientId, template: 'firstSession', tags: ['equipo'] } as const
  await app.call('POST /v1/note', { body: { ...about, tags: ['equipo'], ...words } }, token)
  const change = { basedOn: 1, body: textSaying('Quiere comunicar mejor.'), keepsReplaced: true }
  await app.call('PUT /v1/note/:noteId', { ...at, body: change }, token)
  await app.call('GET /v1/note/:noteId', at, token)
  const page = { direction: 'asc', items: 10, page: 1 } as const
  await app.call('GET /v1/note/Client/:clientId', { params: { clientId }, query: page }, token)
  const { id: groupId } = await newGroup(app, coach, { name: 'Grupo 2' })
  await app.call('GET /v1/note/Group/:groupId', { params: { groupId }, query: page }, token)
  await app.call('GET /v1/note/search', { query: { search: 'comunicación', items: 10, page: 1 } }, token)
  await app.call('POST /v1/note/:noteId/share', at, token)
  await app.call('POST /v1/note/:noteId/unshare', at, token)
  const versions = await app.call('GET /v1/note/:noteId/versions', { ...at, query: page }, token)
  const version = { params: { noteId: id, versionId: versions.body.data[0]!.id } }
  await app.call('GET /v1/note/:noteId/versions/:versionId', version, token)
  const restored = { ...version, body: { basedOn: 2 } }
  await app.call('POST /v1/note/:noteId/versions/:versionId/restore', restored, token)
  await app.call('DELETE /v1/note/:noteId', at, token)
  await app.call('POST /v1/note/:noteId/restore', at, token)
}

/** A conversation of two. */
async function callMessages(app: TestApp, coach: TestCoach): Promise<void> {
  const client = await newClient(app, coach)
  const at = { params: { roomId: client.clientId as string as RoomId } }
  const clientKey = app.deps.newId<MessageKey>()
  const hello = await app.call(
    'POST /v1/message/:roomId',
    { ...at, body: { text: '¿Cómo te fue hoy?', clientKey } },
    coach.token,
  )
  const entry = { params: { messageId: hello.body.id } }
  await app.call(
    'PUT /v1/message/entry/:messageId',
    { ...entry, body: { text: '¿Cómo te fue?' } },
    coach.token,
  )
  await app.call('PUT /v1/message/:roomId/read', { ...at, body: { readSeq: 1 } }, client.token)
  await app.call('GET /v1/message/:roomId', { ...at, query: {} }, client.token)
  await app.call('GET /v1/message/search', { query: { search: 'fue' } }, client.token)
  await app.call('DELETE /v1/message/entry/:messageId', entry, coach.token)
  await callMessageFiles(app, coach, at.params.roomId)
}

/** A file of a message, and one that is not sent. */
async function callMessageFiles(app: TestApp, { token }: TestCoach, roomId: RoomId): Promise<void> {
  const bytes = pdf()
  const announce = () =>
    app.call(
      'POST /v1/message/:roomId/attachment',
      { params: { roomId }, body: { name: 'plan.pdf', byteSize: bytes.length } },
      token,
    )
  const { id: fileId } = (await announce()).body
  await sendPart(app, { token }, fileId, 0, bytes)
  const at = { params: { roomId, fileId } }
  await app.call('POST /v1/message/:roomId/attachment/:fileId/finish', at, token)
  const body = { text: '', attachments: [fileId], clientKey: app.deps.newId<MessageKey>() }
  await app.call('POST /v1/message/:roomId', { params: { roomId }, body }, token)
  await app.call('GET /v1/message/:roomId/attachment/:fileId/download', at, token)
  const unsent = { params: { roomId, fileId: (await announce()).body.id } }
  await app.call('DELETE /v1/message/:roomId/attachment/:fileId', unsent, token)
}
