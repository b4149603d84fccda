import type { TestApp } from '#test/support/app.ts'
import { newGroup } from '#test/support/groups.ts'
import { type TestClient, type TestCoach } from '#test/support/people.ts'
import { pdf } from '#test/support/resources/files.ts'
import { begin, newResource, sendPart, upload } from '#test/support/resources/uploads.ts'
import { book, made } from '#test/support/sessions.ts'

/** Resources: files, links and texts, from both sides. */
export async function callResources(app: TestApp, coach: TestCoach, client: TestClient): Promise<void> {
  const { token } = coach
  const file = await upload(app, coach, { name: 'guia.pdf', bytes: pdf() })
  const begun = await begin(app, coach, { name: 'otra.pdf', bytes: pdf() })
  await app.call('DELETE /v1/resource/upload/:fileId', { params: { fileId: begun.body.id } }, token)
  const { id: resourceId } = await newResource(app, coach, {
    type: 'file',
    title: 'Guía',
    fileId: file.body.id,
  })
  const at = { params: { resourceId } }
  const group = await newGroup(app, coach, { name: 'Grupo 5' })
  const session = await made(book(app, coach, client, '2027-02-12T16:00:00Z'))
  await app.call('PUT /v1/resource/:resourceId', { ...at, body: { tags: ['balance'] } }, token)
  const assign = {
    clientIds: [client.clientId],
    groupIds: [group.id],
    sessionId: session.id,
    message: 'Para ti.',
  }
  await app.call('POST /v1/resource/:resourceId/assign', { ...at, body: assign }, token)
  const given = await app.call('GET /v1/resource/:resourceId/assign', { ...at, query: {} }, token)
  const assignment = { params: { resourceId, assignmentId: given.body.data[0]!.id } }
  await app.call('DELETE /v1/resource/:resourceId/assign/:assignmentId', assignment, token)
  await app.call('POST /v1/resource/:resourceId/assign/:assignmentId/restore', assignment, token)
  await app.call('POST /v1/resource/:resourceId/view', at, client.token)
  await app.call('POST /v1/resource/:resourceId/complete', { ...at, body: {} }, client.token)
  await app.call('GET /v1/resource/:resourceId', at, token)
  const practice = { params: { coachId: coach.userId }, query: { sort: 'recent' } } as const
  await app.call('GET /v1/resource/coach/:coachId', practice, token)
  await app.call('GET /v1/resource/coach/:coachId/labels', { params: practice.params }, token)
  const { clientId } = client
  await app.call('GET /v1/resource/Client/:clientId', { params: { clientId }, query: {} }, client.token)
  await app.call('GET /v1/resource/Group/:groupId', { params: { groupId: group.id }, query: {} }, token)
  await app.call('GET /v1/resource/Session/:sessionId', { params: { sessionId: session.id } }, token)
  const download = await app.call('GET /v1/resource/:resourceId/download', at, token)
  await app.send({ method: 'GET', url: download.body.inline! })
  await callActionFiles(app, coach, client)
  await app.call('DELETE /v1/resource/:resourceId', at, token)
  await app.call('POST /v1/resource/:resourceId/restore', at, token)
}

/** Files that show how an action went. */
async function callActionFiles(app: TestApp, coach: TestCoach, { token }: TestClient): Promise<void> {
  const action = await app.call('POST /v1/action', { body: { text: 'Caminar media hora' } }, token)
  const { id: actionId } = action.body
  const bytes = pdf()
  const body = { name: 'caminata.pdf', byteSize: bytes.length }
  const begun = await app.call('POST /v1/action/:actionId/attachment', { params: { actionId }, body }, token)
  const { id: fileId } = begun.body
  await sendPart(app, { token }, fileId, 0, bytes)
  const at = { params: { actionId, fileId } }
  await app.call('POST /v1/action/:actionId/attachment/:fileId/finish', at, token)
  await app.call('GET /v1/action/:actionId/attachment', { params: { actionId } }, coach.token)
  await app.call('GET /v1/action/:actionId/attachment/:fileId/download', at, coach.token)
  await app.call('DELETE /v1/action/:actionId/attachment/:fileId', at, token)
  await app.call('POST /v1/action/:actionId/attachment/:fileId/restore', at, token)
}
