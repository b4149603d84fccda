import type { ActionId, GoalId, NoteId, ResourceId, SessionId } from '#contract/values.ts'
import { goTo, book, close, hours, lifeOf, made } from '../sessions.ts'
import type { TestApp } from '../app.ts'
import { block } from '../calendars.ts'
import { good, newGroup, newMember } from '../groups.ts'
import { notesIn } from '../notes/notes.ts'
import { textSaying } from '../rich-text/rich-texts.ts'
import { newClient, newCoach } from '../people.ts'
import { pdf } from '../resources/files.ts'
import { assignmentsOf } from '../resources/giving.ts'
import { newResource, upload } from '../resources/uploads.ts'
import { type Cast, type Ids, type Person, type Scene, type Stage, collector } from './markers.ts'
import { GROUP, writeShared } from './shared-words.ts'

/** Everybody of the sweep, before anything is written. */
export async function castOf(app: TestApp): Promise<Cast> {
  const coach = await newCoach(app)
  const stranger = await newCoach(app)
  return {
    coach,
    client: await newClient(app, coach),
    member: await newClient(app, coach, { name: 'Luz' }),
    fellow: await newClient(app, coach, { name: 'Sol' }),
    formerMember: await newClient(app, coach, { name: 'Iván' }),
    other: await newClient(app, coach, { name: 'Pedro' }),
    stranger,
    clientOfStranger: await newClient(app, stranger, { name: 'Nora' }),
  }
}

/** Writes a marker into every text that somebody must not read. */
export async function writeSecrets(app: TestApp, cast: Cast): Promise<Stage> {
  const { coach, stranger } = cast
  const marks = collector()
  const group = await newGroup(app, coach, { status: 'running' })
  for (const { clientId } of [cast.member, cast.fellow, cast.formerMember]) {
    const to = { params: { groupId: group.id }, body: { clientId } }
    good(await app.call('POST /v1/group/:groupId/member', to, coach.token), 201)
  }
  const people = Object.values(cast)
  const ids: Ids = {
    userId: people.map(({ userId }) => userId),
    coachId: [coach.userId, stranger.userId],
    clientId: people.flatMap((person) => ('clientId' in person ? [person.clientId] : [])),
    groupId: [group.id],
  }
  const theirs = await newMember(app, stranger, await newGroup(app, stranger, { status: 'running' }))
  ids['clientId']!.push(theirs.clientId)
  const scene: Scene = { app, cast, marks, ids, groupId: group.id }
  const back = [
    await writeNotes(scene),
    await writeMemorandums(scene),
    await writeResources(scene),
    await writeActions(scene),
    await writeGoals(scene),
  ]
  const at = { params: { groupId: group.id } }
  await app.call('POST /v1/group/:groupId/leave', at, cast.formerMember.token)
  await writeSessions(scene)
  await writeRecords(scene)
  await writeShared(scene)
  await app.settle()
  const seen = good(
    await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: coach.userId }, query: {} },
      coach.token,
    ),
  )
  ids['notificationId'] = seen.data.map(({ id }) => id)
  return {
    cast,
    markers: marks.markers,
    ids,
    async restore() {
      for (const bring of back) await bring()
      return marks.deleted
    },
  }
}

async function writeNotes({ app, cast, marks, ids, groupId }: Scene) {
  const { coach, client } = cast
  const { mark, gone } = marks
  const notes = notesIn(app)
  const group = { groupId: groupId }
  const session = await made(book(app, coach, client, '2027-02-09T16:00:00.000Z'))
  const all: NoteId[] = []
  const write = async (
    about: Parameters<typeof notes.write>[1],
    what: string,
    more: { sessionId?: SessionId } = {},
  ) => {
    const note = await notes.write(coach, about, mark(`text of ${what}`), {
      title: mark(`title of ${what}`),
      tags: [mark(`tag of ${what}`)],
      pinned: true,
      ...more,
    })
    all.push(note.id)
    return note
  }
  const rewrite = async (id: NoteId, text: string, title = 'Hoy') =>
    good(
      await notes.put(coach, id, {
        basedOn: 1,
        title,
        body: textSaying(text),
        keepsReplaced: true,
      }),
    )
  await write(client, 'a private note', { sessionId: session.id })
  await write(group, 'a private note of a group')
  await write(cast.member, 'a private note about a member')
  const changed = await write(client, 'an old version of a private note')
  await rewrite(changed.id, mark('what replaced it'))
  // Shared by now: how it is arranged and what it said before are the coach’s all the same.
  for (const [about, ...readers] of [
    [client, 'client'],
    [group, ...GROUP],
  ] as const) {
    const shared = await write(about, `an old version of a note shared with the ${readers[0]}`)
    await rewrite(shared.id, mark('text of a shared note', ...readers), mark('its title', ...readers))
    good(await notes.share(coach, shared.id))
  }
  const once = await write(client, 'a note that was shared')
  good(await notes.share(coach, once.id))
  good(await notes.unshare(coach, once.id))
  await rewrite(once.id, mark('text of a note since it is private again'))
  const note = await notes.write(coach, client, gone('text of a deleted note'), {
    title: gone('title of a deleted note'),
  })
  await notes.remove(coach, note.id)
  ids['noteId'] = [...all, note.id]
  ids['versionId'] = []
  for (const id of all) {
    ids['versionId'].push(...good(await notes.versions(coach, id)).data.map((version) => version.id))
  }
  ids['sessionId'] = [session.id]
  return () => notes.restore(coach, note.id)
}

async function writeMemorandums({ app, cast, marks, ids, groupId }: Scene) {
  const { token } = cast.coach
  const { mark, gone } = marks
  const all: string[] = []
  const write = async (description: string, more: object = {}) => {
    const body = { description, date: '2027-02-03' as never, ...more }
    const { id } = good(await app.call('POST /v1/memorandum', { body }, token), 201)
    all.push(id)
    return { params: { memorandumId: id } }
  }
  // Of the day: it notifies, shows on the dashboard, in the calendar and on the ficha.
  const today = { date: '2027-02-02', time: '09:10' }
  const { clientId } = cast.client
  await write(mark('a memorandum of the day about a client'), { ...today, clientId })
  await write(mark('a memorandum of the day'), today)
  await write(mark('a memorandum about a group'), { groupId })
  await write(mark('a memorandum about a session'), { sessionId: ids['sessionId']![0] })
  const done = await write(mark('a memorandum that is done'), { clientId, recurrence: 'daily' })
  await app.call('PUT /v1/memorandum/:memorandumId/status', { ...done, body: { status: 'done' } }, token)
  const off = await write(mark('a cancelled memorandum'), { clientId })
  await app.call('PUT /v1/memorandum/:memorandumId/status', { ...off, body: { status: 'cancelled' } }, token)
  const later = await write(mark('a postponed memorandum'), { clientId })
  await app.call(
    'POST /v1/memorandum/:memorandumId/postpone',
    { ...later, body: { to: 'nextMonday' } },
    token,
  )
  const deleted = await write(gone('a deleted memorandum'), { clientId })
  await app.call('DELETE /v1/memorandum/:memorandumId', deleted, token)
  ids['memorandumId'] = all
  return () => app.call('POST /v1/memorandum/:memorandumId/restore', deleted, token)
}

async function writeResources({ app, cast, marks, ids, groupId }: Scene) {
  const { coach, client, other } = cast
  const { mark, gone } = marks
  const all: ResourceId[] = []
  // Of what was given once, its title stays in the notification about it.
  const add = async (
    what: string,
    readers: Exclude<Person, 'coach'>[],
    more: object = {},
    told = readers,
  ) => {
    const resource = await newResource(app, coach, {
      title: mark(`title of ${what}`, ...told),
      description: mark(`description of ${what}`, ...readers),
      category: mark(`category of ${what}`, ...readers),
      tags: [mark(`tag of ${what}`, ...readers)],
      source: mark(`source of ${what}`, ...readers),
      body: textSaying(mark(`text of ${what}`, ...readers)),
      type: 'text',
      ...more,
    })
    all.push(resource.id)
    return resource.id
  }
  const give = async (resourceId: ResourceId, body: object) =>
    good(
      await app.call('POST /v1/resource/:resourceId/assign', { params: { resourceId }, body }, coach.token),
    )
  const change = (resourceId: ResourceId, body: object) =>
    app.call('PUT /v1/resource/:resourceId', { params: { resourceId }, body }, coach.token)
  await add('a draft', [], { status: 'draft' })
  await add('a published resource that nobody was given', [])
  await add('an archived resource that nobody was given', [], { status: 'archived' })
  const drafted = await add('a resource that is a draft again', [], {}, ['client'])
  await give(drafted, { clientIds: [client.clientId], message: mark('its message') })
  good(await change(drafted, { status: 'draft' }))
  const shown = await add('a resource of two clients', ['client', 'other'])
  await give(shown, { clientIds: [client.clientId], message: mark('the message to one', 'client') })
  await give(shown, { clientIds: [other.clientId], message: mark('the message to the other', 'other') })
  const ofGroup = await add('a resource of a group', [...GROUP])
  await give(ofGroup, { groupIds: [groupId], message: mark('the message to a group', ...GROUP) })
  const taken = await add('a resource that was taken back', [], {}, ['client'])
  await give(taken, { clientIds: [client.clientId] })
  const [given] = await assignmentsOf(app, coach, taken)
  const withdrawn = { params: { resourceId: taken, assignmentId: given!.id } }
  await app.call('DELETE /v1/resource/:resourceId/assign/:assignmentId', withdrawn, coach.token)
  const bytes = pdf()
  const file = good(await upload(app, coach, { name: `${mark('name of the file of a draft')}.pdf`, bytes }))
  all.push(
    (await newResource(app, coach, { type: 'file', title: 'Guía', fileId: file.id, status: 'draft' })).id,
  )
  const deleted = await newResource(app, coach, { title: gone('a deleted resource', 'client') })
  await give(deleted.id, { clientIds: [client.clientId] })
  const at = { params: { resourceId: deleted.id } }
  await app.call('DELETE /v1/resource/:resourceId', at, coach.token)
  ids['resourceId'] = [...all, deleted.id]
  ids['fileId'] = [file.id]
  ids['assignmentId'] = [given!.id]
  return () => app.call('POST /v1/resource/:resourceId/restore', at, coach.token)
}

async function writeActions({ app, cast, marks, ids, groupId }: Scene) {
  const { coach, client, member } = cast
  const { mark, gone } = marks
  const all: ActionId[] = []
  for (const [who, person] of [
    ['client', client],
    ['other', cast.other],
  ] as const) {
    const body = {
      clientId: person.clientId,
      text: mark('an action', who),
      detail: mark('its detail', who),
    }
    const { id } = good(await app.call('POST /v1/action', { body }, coach.token), 201)
    all.push(id)
    const params = { actionId: id }
    const comment = { params, body: { comment: mark('its comment', who) } }
    good(await app.call('PUT /v1/action/:actionId', comment, person.token))
    const ending = { params, body: { status: 'wontDo' as const, reason: mark('why it ended', who) } }
    good(await app.call('PUT /v1/action/:actionId/status', ending, person.token))
  }
  const ofOne = { text: mark('an action of one of a group', 'member'), people: [member.clientId] }
  const given = good(
    await app.call(
      'POST /v1/action/Group/:groupId',
      { params: { groupId: groupId }, body: ofOne },
      coach.token,
    ),
    201,
  )
  all.push(...given.data.map(({ id }) => id))
  const body = { clientId: client.clientId, text: gone('a deleted action', 'client') }
  const { id } = good(await app.call('POST /v1/action', { body }, coach.token), 201)
  const at = { params: { actionId: id } }
  await app.call('DELETE /v1/action/:actionId', at, coach.token)
  ids['actionId'] = [...all, id]
  return () => app.call('POST /v1/action/:actionId/restore', at, coach.token)
}

async function writeGoals({ app, cast, marks, ids, groupId }: Scene) {
  const { coach, client, other, member } = cast
  const { mark, gone } = marks
  const all: GoalId[] = []
  const owners: [readonly Exclude<Person, 'coach'>[], { token: string }, object][] = [
    [['client'], client, { clientId: client.clientId }],
    [['other'], other, { clientId: other.clientId }],
    [GROUP, member, { groupId }],
  ]
  for (const [who, person, owner] of owners) {
    const body = {
      ...owner,
      title: mark(`the first title of a goal of the ${who[0]}`, ...who),
      why: mark('its reason', ...who),
      unit: mark('its unit', ...who),
      measure: 'number' as const,
      baseline: 0,
      target: 5,
      milestones: [{ text: mark('its milestone', ...who) }],
    }
    const { id } = good(await app.call('POST /v1/goal', { body }, coach.token), 201)
    all.push(id)
    const at = { params: { goalId: id } }
    const noted = { ...at, body: { value: 2, comment: mark('the comment on its progress', ...who) } }
    good(await app.call('POST /v1/goal/:goalId/checkin', noted, person.token))
    const reworded = { ...at, body: { title: mark('its new title', ...who) } }
    good(await app.call('PUT /v1/goal/:goalId', reworded, coach.token))
    const reflection = mark('what was learnt', ...who)
    const ending = { ...at, body: { status: 'partial' as const, reflection } }
    good(await app.call('PUT /v1/goal/:goalId/status', ending, coach.token))
  }
  const title = gone('a deleted goal', 'client')
  const body = { clientId: client.clientId, title, measure: 'yesNo' as const }
  const { id } = good(await app.call('POST /v1/goal', { body }, coach.token), 201)
  const at = { params: { goalId: id } }
  await app.call('DELETE /v1/goal/:goalId', at, coach.token)
  ids['goalId'] = [...all, id]
  return () => app.call('POST /v1/goal/:goalId/restore', at, coach.token)
}

async function writeSessions({ app, cast, marks, ids, groupId }: Scene) {
  const { coach, client } = cast
  const { mark } = marks
  const life = lifeOf(app)
  const next = ids['sessionId']![0] as never
  good(await life.writeBrief(coach, next, mark('notes on the ficha')))
  const past = await made(book(app, coach, client, '2027-02-01T16:00:00.000Z'))
  const held = await made(
    app.call(
      'POST /v1/session',
      {
        body: {
          type: 'Group',
          groupId: groupId,
          ...hours('2027-02-01T18:00:00.000Z'),
          outsideHours: true,
        },
      },
      coach.token,
    ),
  )
  for (const [session, who] of [
    [past, ['client']],
    [held, GROUP],
  ] as const) {
    const attendance = who.map((each) => ({ personId: cast[each].clientId, state: 'present' as const }))
    const closing = {
      attendance,
      privateNotes: mark('private notes of a session'),
      summary: mark(`summary of a session of the ${who[0]}`, ...who),
    }
    await made(close(app, coach, session.id, closing))
    const corrected = { ...closing, reason: mark('why a session was corrected') }
    await goTo(app, '2027-02-02T15:30:00.000Z')
    good(await life.correct(coach, session.id, corrected))
    good(
      await app.call(
        'POST /v1/session/:sessionId/summary',
        { params: { sessionId: session.id } },
        coach.token,
      ),
      202,
    )
    ids['sessionId']!.push(session.id)
  }
}

async function writeRecords({ app, cast, marks }: Scene) {
  const { coach, client } = cast
  const { mark } = marks
  const { clientId } = client
  const body = {
    tags: [mark('tag of a client')],
    source: mark('source of a client'),
    emergencyContact: mark('emergency contact'),
    objective: mark('objective of a client', 'client'),
  }
  good(await app.call('PUT /v1/client/:clientId', { params: { clientId }, body }, coach.token))
  await block(app, coach, '2027-02-10T20:00:00.000Z', '2027-02-10T21:00:00.000Z', {
    title: mark('title of blocked time'),
  })
}
