import type { InvoiceDetails } from '#contract/payments/invoice-details.ts'
import type { MessageKey, NoteId, RoomId } from '#contract/values.ts'
import type { TestApp } from './app.ts'
import { assignmentsOf } from './resources/giving.ts'
import { textSaying } from './rich-text/rich-texts.ts'
import { type TestClient, type TestCoach, newClient, signedUpCoach } from './people.ts'

/** A practice with one row of everything that a path can name. */
export type Practice = {
  coach: TestCoach
  client: TestClient
  /** Path parameters that name this practice's rows. */
  ids: Record<string, string>
}

/** A browser that subscribed to pushes: the example of RFC 8291. */
export const PUSH_SUBSCRIPTION = {
  endpoint: 'https://push.example/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** What a person writes for receipts. */
export const INVOICE_DETAILS: InvoiceDetails = {
  taxId: 'LOAA800101AB1',
  name: 'ANA LÓPEZ ARCE',
  regime: '612',
  use: 'G03',
  postalCode: '06700',
}

/** Makes a practice through the API: a coach, a client, a closed session with an action, a request, a group. */
export async function makePractice(app: TestApp): Promise<Practice> {
  const coach = await signedUpCoach(app)
  const client = await newClient(app, coach)
  const past = await app.call(
    'POST /v1/session',
    {
      body: {
        type: 'Client',
        clientId: client.clientId,
        startsAt: '2027-02-01T16:00:00.000Z',
        endsAt: '2027-02-01T17:00:00.000Z',
        outsideHours: true,
      },
    },
    coach.token,
  )
  const closed = await app.call(
    'POST /v1/session/:sessionId/close',
    {
      params: { sessionId: past.body.id },
      body: {
        outcome: 'completed',
        realMinutes: 60,
        attendance: [{ personId: client.clientId, state: 'present' }],
        summary: 'Acordamos practicar.',
        privateNotes: 'Solo para la coach.',
        actions: [{ text: 'Practicar cada mañana' }],
      },
    },
    coach.token,
  )
  if (closed.status !== 200) throw new Error(`close: ${JSON.stringify(closed.body)}`)
  const asked = await app.call(
    'POST /v1/session',
    {
      body: {
        type: 'Client',
        startsAt: '2027-02-04T16:00:00.000Z',
        endsAt: '2027-02-04T17:00:00.000Z',
      },
    },
    client.token,
  )
  if (asked.status !== 201) throw new Error(`ask: ${JSON.stringify(asked.body)}`)
  const { groupId, memberId } = await makeGroup(app, coach, client)
  const blocked = await app.call(
    'POST /v1/coach/block/:coachId',
    {
      params: { coachId: coach.userId },
      body: {
        startsAt: '2027-02-09T20:00:00.000Z',
        endsAt: '2027-02-09T21:00:00.000Z',
      },
    },
    coach.token,
  )
  const blockId = blocked.body.data[0]!.id
  const noted = await app.call(
    'POST /v1/memorandum',
    { body: { description: 'Preparar la dinámica de cierre', date: '2027-02-09' } },
    coach.token,
  )
  const goal = await app.call(
    'POST /v1/goal',
    {
      body: {
        clientId: client.clientId,
        title: 'Hablar con mi equipo',
        measure: 'milestones',
        milestones: [{ text: 'Pedir la junta' }],
      },
    },
    coach.token,
  )
  if (goal.status !== 201) throw new Error(`goal: ${JSON.stringify(goal.body)}`)
  const checkedIn = await app.call(
    'POST /v1/goal/:goalId/checkin',
    { params: { goalId: goal.body.id }, body: { comment: 'Ya sé con quién.' } },
    client.token,
  )
  const note = await makeNote(app, coach, client)
  const { resourceId, assignmentId } = await makeResource(app, coach, client)
  const message = await makeMessage(app, client)
  await app.settle()
  const list = await app.call(
    'GET /v1/notification/all/:userId',
    { params: { userId: coach.userId } },
    coach.token,
  )
  const checkout = await app.deps.db
    .selectFrom('checkouts')
    .select('id')
    .where('coach_id', '=', coach.userId)
    .executeTakeFirstOrThrow()
  const ledger = await app.call('GET /v1/payment/ledger', {}, coach.token)
  return {
    coach,
    client,
    ids: {
      groupId,
      memberId,
      coachId: coach.userId,
      userId: coach.userId,
      clientId: client.clientId,
      sessionId: asked.body.id,
      actionId: closed.body.actions[0]!.id,
      goalId: goal.body.id,
      checkInId: checkedIn.body.checkInId,
      ...note,
      ...message,
      notificationId: list.body.data[0]!.id,
      checkoutId: checkout.id,
      entryId: ledger.body.data[0]!.id,
      blockId,
      memorandumId: noted.body.id,
      resourceId,
      assignmentId,
      file: 'nadie.ics',
      fileId: '01890000-0000-7000-8000-000000000000',
      exportId: '01890000-0000-7000-8000-000000000000',
      importId: '01890000-0000-7000-8000-000000000000',
    },
  }
}

/** A running group that the client is in. */
async function makeGroup(app: TestApp, coach: TestCoach, { clientId }: TestClient) {
  const created = await app.call(
    'POST /v1/group',
    { body: { name: 'Liderazgo', capacity: 4, publish: true } },
    coach.token,
  )
  const params = { groupId: created.body.id }
  await app.call('PUT /v1/group/:groupId/status', { params, body: { status: 'running' } }, coach.token)
  const added = await app.call('POST /v1/group/:groupId/member', { params, body: { clientId } }, coach.token)
  if (added.status !== 201) throw new Error(`member: ${JSON.stringify(added.body)}`)
  return { groupId: created.body.id, memberId: added.body.people![0]!.id }
}

/** A private note with a version. */
async function makeNote(app: TestApp, coach: TestCoach, { clientId }: TestClient) {
  const id = app.deps.newId<NoteId>()
  const body = { id, clientId, title: 'Solo para la coach', body: textSaying('Uno') }
  await app.call('POST /v1/note', { body }, coach.token)
  const params = { noteId: id }
  const change = { basedOn: 1, body: textSaying('Dos'), keepsReplaced: true }
  await app.call('PUT /v1/note/:noteId', { params, body: change }, coach.token)
  const versions = await app.call('GET /v1/note/:noteId/versions', { params, query: {} }, coach.token)
  return { noteId: id, versionId: versions.body.data[0]!.id }
}

/** A message that the client wrote to the coach. */
async function makeMessage(app: TestApp, { token, clientId }: TestClient) {
  const roomId = clientId as string as RoomId
  const body = { text: 'Hoy practiqué.', clientKey: app.deps.newId<MessageKey>() }
  const sent = await app.call('POST /v1/message/:roomId', { params: { roomId }, body }, token)
  return { roomId, messageId: sent.body.id }
}

/** A resource that the client has. */
async function makeResource(app: TestApp, { token }: TestCoach, { clientId }: TestClient) {
  const body = {
    type: 'text',
    title: 'Respiración',
    status: 'published',
    body: textSaying('Respira.'),
  } as const
  const { id } = (await app.call('POST /v1/resource', { body }, token)).body
  const assign = { params: { resourceId: id }, body: { clientIds: [clientId] } }
  await app.call('POST /v1/resource/:resourceId/assign', assign, token)
  const [given] = await assignmentsOf(app, { token }, id)
  return { resourceId: id, assignmentId: given!.id }
}

type Example = { query?: Record<string, string>; body?: Record<string, unknown> }

/** A good query and body for every endpoint that takes one, by its name in the contract. */
export const EXAMPLES: Record<string, Example> = {
  register: {
    body: {
      name: 'Ana',
      lastName: 'López',
      email: 'ana@correo.example',
      password: 'girasol-violeta-41',
      country: 'Mexico',
      timezone: 'America/Mexico_City',
      acceptTerms: true,
      acceptPrivacy: true,
    },
  },
  subscribeToPush: { body: PUSH_SUBSCRIPTION },
  startGoogle: { query: { to: '/clients' } },
  finishGoogle: { query: { code: 'x', state: 'y' } },
  getGoogleProfile: { body: { googleData: { ticket: 'x'.repeat(43) } } },
  signInWithGoogle: { body: { googleData: { ticket: 'x'.repeat(43) } } },
  registerWithGoogle: {
    body: {
      googleData: { ticket: 'x'.repeat(43) },
      isCoach: true,
      country: 'Mexico',
      timezone: 'America/Mexico_City',
      acceptTerms: true,
      acceptPrivacy: true,
    },
  },
  startGoogleForInvitation: { body: { token: 'x'.repeat(43) } },
  signIn: { body: { email: 'ana@correo.example', password: 'girasol-violeta-41' } },
  verifyEmail: { body: { email: 'ana@correo.example' } },
  putProfile: { body: { name: 'Ana', lastName: 'López', bio: 'Acompaño procesos de liderazgo.' } },
  askRecovery: { body: { email: 'ana@correo.example' } },
  recover: { body: { token: 'x'.repeat(43), password: 'girasol-violeta-41' } },
  switchMembership: { body: { membershipId: '01890000-0000-7000-8000-000000000000' } },
  changePassword: { body: { current: 'girasol-violeta-41', password: 'jacaranda-azul-27' } },
  askEmailChange: { body: { email: 'ana.nueva@correo.example', password: 'girasol-violeta-41' } },
  confirmEmailChange: { body: { code: '123456' } },
  askDataExport: { body: { password: 'girasol-violeta-41' } },
  askAccountDeletion: { body: { password: 'girasol-violeta-41' } },
  openDataExport: { body: { password: 'girasol-violeta-41' } },
  beginDataImport: { body: { password: 'girasol-violeta-41', byteSize: 48_302_113 } },
  getExportArchive: {
    query: {
      until: '1801699200000',
      by: '01890000-0000-7000-8000-000000000000',
      signature: 'x'.repeat(43),
    },
  },
  listActivity: { query: { direction: 'desc', items: '20', page: '1' } },
  endSignIns: { query: {}, body: { password: 'girasol-violeta-41' } },
  lookAtRecovery: { body: { token: 'x'.repeat(43) } },
  startGoogleLink: { body: { password: 'girasol-violeta-41' } },
  unlinkGoogle: { body: { password: 'girasol-violeta-41' } },
  postCustomization: { body: { companyName: 'Norte Coaching', colorUI: '3E1293', removeLogo: false } },
  getFile: { query: { until: '1801699200000', signature: 'x'.repeat(43) } },
  createClient: {
    body: { name: 'Diego', lastName: 'Hernández', email: 'diego@correo.example', invite: false },
  },
  createClientOfCoach: { body: { name: 'Diego', lastName: 'Hernández', email: 'diego@correo.example' } },
  listClients: { query: { direction: 'asc', items: '10', page: '1' } },
  listActiveClients: { query: {} },
  listAllClients: { query: { sort: 'rhythm', direction: 'desc', attention: 'false' } },
  putCoach: { body: { shownContacts: ['email', 'whatsapp'] } },
  confirmImport: { body: { importId: '01890000-0000-7000-8000-000000000000', invite: false } },
  exportClients: { query: { status: 'active' } },
  inviteImported: { body: { importId: '01890000-0000-7000-8000-000000000000' } },
  inviteClients: { body: { clientIds: ['01890000-0000-7000-8000-000000000000'] } },
  tagClients: {
    body: { clientIds: ['01890000-0000-7000-8000-000000000000'], tag: 'dirección', remove: false },
  },
  transitionClients: {
    body: { clientIds: ['01890000-0000-7000-8000-000000000000'], transition: 'pause' },
  },
  previewChange: {
    body: { clientIds: ['01890000-0000-7000-8000-000000000000'], transition: 'pause' },
  },
  exportChosenClients: { body: { clientIds: ['01890000-0000-7000-8000-000000000000'] } },
  putClient: { body: { name: 'Diego', objective: 'Delegar con confianza.', tags: ['dirección'] } },
  createGroup: {
    body: {
      name: 'Liderazgo en equipo',
      description: 'Para quienes dirigen por primera vez.',
      objective: 'Delegar con claridad.',
      companyName: 'Norte',
      startDate: '2027-03-01',
      endDate: '2027-06-30',
      capacity: 8,
      modality: 'online',
      channel: 'meet',
      publish: false,
    },
  },
  putGroup: { body: { name: 'Liderazgo', objective: 'Delegar con claridad.', endDate: '2027-06-30' } },
  listGroups: { query: { direction: 'asc', items: '10', page: '1' } },
  listGroupsOfClient: { query: {} },
  transitionGroup: { body: { status: 'finished' } },
  addMember: { body: { name: 'Diego', lastName: 'Hernández', email: 'diego.grupo@correo.example' } },
  getInvitation: { query: { t: 'x'.repeat(43) } },
  acceptInvitation: {
    body: { token: 'x'.repeat(43), password: 'girasol-violeta-41', acceptTerms: true, acceptPrivacy: true },
  },
  renewInvitation: { body: { token: 'x'.repeat(43) } },
  declineInvitation: { body: { token: 'x'.repeat(43) } },
  putCalendar: { body: { stepMin: 30 } },
  answerNorteOffer: { body: { take: false } },
  getAvailability: { query: { from: '2027-02-03', to: '2027-02-05', duration: '60' } },
  putOverrides: {
    body: { from: '2027-02-05', to: '2027-02-06', windows: [{ start: '09:00', end: '12:00' }] },
  },
  getCalendarTime: { query: { from: '2027-02-01T06:00:00.000Z', to: '2027-03-01T06:00:00.000Z' } },
  createBlock: {
    body: { startsAt: '2027-02-05T20:00:00.000Z', endsAt: '2027-02-05T21:00:00.000Z', title: 'Dentista' },
  },
  putBlock: { body: { startsAt: '2027-02-05T20:00:00.000Z', endsAt: '2027-02-05T21:30:00.000Z' } },
  deleteBlock: { query: { scope: 'one' } },
  putImportedCalendar: { body: { url: null } },
  getWhyNot: { query: { startsAt: '2027-02-05T16:00:00.000Z', duration: '60' } },
  createSession: {
    body: { type: 'Client', startsAt: '2027-02-05T16:00:00.000Z', endsAt: '2027-02-05T17:00:00.000Z' },
  },
  previewSession: {
    body: { type: 'Client', startsAt: '2027-02-05T16:00:00.000Z', endsAt: '2027-02-05T17:00:00.000Z' },
  },
  listCoachSessions: { query: {} },
  listGroupSessions: { query: {} },
  listClientSessions: { query: {} },
  confirmSession: { body: { channel: 'meet', meetingUrl: 'https://meet.example.org/ana' } },
  rejectSession: { body: { reason: 'Ese día no puedo.' } },
  proposeSession: {
    body: { times: [{ startsAt: '2027-02-05T16:00:00.000Z', endsAt: '2027-02-05T17:00:00.000Z' }] },
  },
  acceptSession: { body: { startsAt: '2027-02-05T16:00:00.000Z' } },
  rescheduleSession: {
    body: { startsAt: '2027-02-05T16:00:00.000Z', endsAt: '2027-02-05T17:00:00.000Z' },
  },
  excuseSession: { body: { reason: 'Ese día no puedo.' } },
  putSession: { body: { title: 'Entrevista', objective: 'Llegar con calma.', place: 'Café Luna' } },
  putPreparation: { body: { progress: 'Practiqué dos veces.', mood: 7 } },
  putBriefNotes: { body: { text: 'Preguntar por la junta del martes.', basedOn: 0 } },
  putFeedback: { body: { heard: 9, focus: 8, clarity: 9, progress: 7, comment: 'Gracias.' } },
  putAgenda: { body: { changes: [{ op: 'add', text: 'La entrevista del lunes' }] } },
  correctSession: {
    body: {
      outcome: 'completed',
      realMinutes: 55,
      attendance: [],
      summary: 'Acordamos practicar.',
      privateNotes: '',
      reason: 'Eran otros minutos.',
    },
  },
  cancelSession: { body: { reason: 'Ese día no puedo.' } },
  closeSession: {
    body: {
      outcome: 'completed',
      realMinutes: 60,
      attendance: [],
      summary: '',
      privateNotes: '',
      actions: [],
    },
  },
  listClientActions: { query: {} },
  createResource: {
    body: {
      type: 'link',
      title: 'Rueda de la vida',
      status: 'published',
      url: 'https://norte.example/rueda',
    },
  },
  putResource: { body: { title: 'Rueda de la vida', tags: ['balance'] } },
  listResources: { query: { sort: 'recent', direction: 'desc' } },
  assignResource: { body: { clientIds: ['01890000-0000-7000-8000-000000000000'], message: 'Para ti.' } },
  completeResource: { body: { completed: true } },
  listClientResources: { query: {} },
  listGroupResources: { query: {} },
  listAssignments: { query: {} },
  beginUpload: { body: { name: 'guia.pdf', byteSize: 1000 } },
  beginActionFile: { body: { name: 'foto.png', byteSize: 1000 } },
  getResourceFile: {
    query: {
      until: '1801699200000',
      reader: '01890000-0000-7000-8000-000000000000',
      as: 'inline',
      signature: 'x'.repeat(43),
    },
  },
  createAction: { body: { text: 'Practicar cada mañana', dueOn: '2027-02-10' } },
  putAction: { body: { text: 'Practicar tres mañanas', dueOn: '2027-02-11', comment: 'Voy bien.' } },
  listCoachActions: { query: {} },
  listGroupActions: { query: {} },
  assignToGroup: { body: { text: 'Leer el primer capítulo', dueOn: '2027-02-12' } },
  setActionStatus: { body: { status: 'done' } },
  createMemorandum: {
    body: {
      description: 'Preparar la dinámica de cierre',
      date: '2027-02-10',
      time: '09:30',
      recurrence: 'weekly',
    },
  },
  listMemorandums: { query: { group: 'today', status: 'open' } },
  listClientMemorandums: { query: {} },
  listGroupMemorandums: { query: {} },
  putMemorandum: { body: { description: 'Preparar el cierre', priority: 'high' } },
  setMemorandumStatus: { body: { status: 'done' } },
  postponeMemorandum: { body: { to: 'nextMonday' } },
  createGoal: { body: { title: 'Delegar dos proyectos', measure: 'number', baseline: 0, target: 2 } },
  listClientGoals: { query: {} },
  listGroupGoals: { query: {} },
  putGoal: { body: { title: 'Delegar tres proyectos' } },
  checkInGoal: { body: { value: 1, comment: 'El primero ya es de Luis.' } },
  setGoalStatus: { body: { status: 'paused' } },
  createNote: {
    body: {
      id: '019413d6-0000-7000-8000-00000000000e',
      clientId: '019413d6-0000-7000-8000-000000000000',
      title: 'Primera sesión',
      body: textSaying('Quiere dirigir mejor.'),
    },
  },
  putNote: { body: { basedOn: 1, title: 'Primera sesión', body: textSaying('Quiere dirigir mejor.') } },
  listNotesOfClient: { query: { tag: 'equipo' } },
  listNotesOfGroup: { query: {} },
  searchNotes: { query: { search: 'comunicación' } },
  listNoteVersions: { query: {} },
  restoreNoteVersion: { body: { basedOn: 1 } },
  listNotifications: { query: {} },
  listPendingNotifications: { query: {} },
  listRooms: { query: { direction: 'asc', role: 'coach' } },
  listPendingMessages: { query: {} },
  getThread: { query: { since: '0' } },
  sendMessage: { body: { text: '¿Cómo te fue?', clientKey: '01890000-0000-7000-8000-000000000000' } },
  beginAttachment: { body: { name: 'foto.png', byteSize: 1000 } },
  searchMessages: { query: { search: 'fue' } },
  readMessages: { body: { readSeq: 1 } },
  editMessage: { body: { text: '¿Cómo te fue hoy?' } },
  previewPlanChange: { query: { planId: 'yearly' } },
  changePlan: { body: { planId: 'yearly' } },
  cancelPlan: { body: { reason: 'price', comment: 'Vuelvo en mayo.' } },
  startCheckout: { body: { planId: 'monthly', method: 'card' } },
  putSettings: {
    body: {
      id: '019413d6-0000-7000-8000-000000000000',
      country: 'Mexico',
      city: 'Mérida',
      timezone: 'America/Merida',
      meet: 'https://meet.example.org/ana',
    },
  },
  putSettingsPart: { body: { language: 'es-MX' } },
  setInvoiceDetails: { body: { details: INVOICE_DETAILS } },
  settleSandboxCheckout: { body: { outcome: 'success' } },
}
