import { expect, test } from 'vitest'
import { NotificationType, type NotificationDto } from '#contract/notifications.ts'
import texts from '../../../../public/locales/es-MX/notifications.json' with { type: 'json' }
import { NOTIFICATION_TABLE, lookOf, memorandumTeaser } from './notification-table.ts'

const id = '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10'
const person = { id, name: 'Mariana', lastName: 'Torres' }

const target = (type: string, body: object) => lookOf({ type: type as NotificationDto['type'], body }).target

// spec §2, "Notification targets by type"
// @spec 2.25
test.each([
  ['CLIENT_INVITATION_ACEPTED', { client: id }, `/clients/view/${id}`],
  ['MEMBER_INVITATION_ACEPTED', { group: id }, `/groups/view/${id}?tab=members`],
  ['NEW_SESSION_FROM_CLIENT', { client: person }, `/sessions/${id}/Client`],
  ['CANCELLED_SESSION_FROM_CLIENT', { client: person }, `/sessions/${id}/Client`],
  ['CANCELLED_SESSION_FROM_COACH', { client: person }, `/sessions/${id}/Client`],
  ['ASSIGNMENT_RESOURCE', { resourceId: id }, `/resource/view/${id}`],
  ['DAY_MEMORANDUM', { description: 'Preparar dinámica' }, '/memorandums'],
  ['10_MINS_TO_START', { client: person }, '/dashboard'],
  ['NEW_SESSION_FROM_COACH', { client: person }, '/dashboard'],
  ['SESSION_CONFIRMED', { client: person }, '/dashboard'],
  ['SESSION_CONFIRMED', { client: person, sessionId: id }, `/session/view/${id}`],
  ['SESSION_PROPOSED', { sessionId: id }, `/session/view/${id}`],
  ['SESSION_MOVE_REQUESTED', { sessionId: id }, `/session/confirm/${id}`],
  ['SESSION_CLOSED', { sessionId: id }, `/session/view/${id}#record`],
  ['PREPARATION_DUE', { sessionId: id }, `/session/view/${id}#preparation`],
  ['NEW_SESSION_FROM_COACH', { client: person, sessionId: id }, `/dashboard?session=${id}`],
  ['10_MINS_TO_START', { client: person, sessionId: id }, `/dashboard?session=${id}`],
  ['CANCELLED_SESSION_FROM_COACH', { client: person, sessionId: id }, `/sessions/${id}/Client?session=${id}`],
  ['INVITATION_DECLINED', { client: id }, `/clients/view/${id}`],
  ['ACTION_ASSIGNED', { client: person, actionId: id }, `/actions?open=${id}`],
  ['ACTION_ASSIGNED', {}, '/actions'],
  ['GOAL_ACHIEVED', { client: person, goalId: id }, `/goals/${id}/Client?open=${id}`],
  ['GOAL_ACHIEVED', { group: id, goalId: id }, `/goals/${id}/Group?open=${id}`],
  ['ACTION_DUE', { client: person, actionId: id }, `/actions?open=${id}`],
  ['ACTION_DONE', { client: person, actionId: id }, `/actions/${id}/Client?open=${id}`],
  ['MEMBER_LEFT', { group: id }, `/groups/view/${id}?tab=members`],
  ['PAYMENT_RECEIVED', {}, '/profile/payment'],
  ['PAYMENT_FAILED', {}, '/profile/payment'],
  ['A_TYPE_OF_TOMORROW', {}, '/dashboard'],
])('%s leads to its target', (type, body, expected) => {
  expect(target(type, body)).toBe(expected)
})

test('a body without the data of its URL links home', () => {
  expect(target('CLIENT_INVITATION_ACEPTED', {})).toBe('/dashboard')
  expect(target('NEW_SESSION_FROM_CLIENT', { client: id })).toBe('/dashboard')
})

// spec §9, "Notification titles"; product §17 for both invitations
test.each([
  ['10_MINS_TO_START', 'Sesión en 10 minutos'],
  ['CANCELLED_SESSION_FROM_COACH', 'Tu Coach ha cancelado una sesión'],
  ['CANCELLED_SESSION_FROM_CLIENT', 'Tu Cliente ha cencelado una sesión'],
  ['NEW_SESSION_FROM_COACH', 'Nueva sesión'],
  ['NEW_SESSION_FROM_CLIENT', 'Nueva sesión'],
  ['ASSIGNMENT_RESOURCE', 'Nuevo recurso asignado'],
  ['DAY_MEMORANDUM', 'Memorándum del día'],
  ['CLIENT_INVITATION_ACEPTED', 'Invitación aceptada'],
  ['MEMBER_INVITATION_ACEPTED', 'Invitación aceptada'],
] as const)('%s has the title of the specification', (type, title) => {
  expect(texts.types[type]).toBe(title)
})

// spec §3; spec §9, "Notification button labels", given to types by product §17
// @spec 3.12, 9.12
test('every type has a title, an icon and the button of product §17', () => {
  const buttons = Object.fromEntries(
    NotificationType.options.map((type) => [type, texts.buttons[NOTIFICATION_TABLE[type].button]]),
  )
  expect(buttons).toEqual({
    '10_MINS_TO_START': 'Ver más',
    'CANCELLED_SESSION_FROM_COACH': 'Ver detalle',
    'CANCELLED_SESSION_FROM_CLIENT': 'Ver detalle',
    'DAY_MEMORANDUM': 'Ver más',
    'CLIENT_INVITATION_ACEPTED': 'Ver cliente',
    'MEMBER_INVITATION_ACEPTED': 'Ver grupo',
    'NEW_SESSION_FROM_COACH': 'Ver detalle',
    'NEW_SESSION_FROM_CLIENT': 'Ver detalle',
    'ASSIGNMENT_RESOURCE': 'Ver detalle',
    'INVITATION_DECLINED': 'Ver más',
    'SESSION_CONFIRMED': 'Ver más',
    'SESSION_EXPIRED': 'Ver más',
    'SESSION_PROPOSED': 'Ver más',
    'SESSION_RESCHEDULED': 'Ver más',
    'SESSION_MOVE_REQUESTED': 'Ver más',
    'SESSION_MOVE_DECLINED': 'Ver más',
    'SESSION_MOVE_WITHDRAWN': 'Ver más',
    'SESSION_EXCUSED': 'Ver más',
    'SESSION_EXCUSE_WITHDRAWN': 'Ver más',
    'MEMBER_LEFT': 'Ver más',
    'ACTION_ASSIGNED': 'Ver más',
    'GOAL_ACHIEVED': 'Ver más',
    'ACTION_DONE': 'Ver más',
    'ACTION_DUE': 'Ver más',
    'SESSION_CLOSED': 'Ver más',
    'PAYMENT_RECEIVED': 'Ver más',
    'PAYMENT_FAILED': 'Ver más',
    'PREPARATION_DUE': 'Ver más',
  })
  expect(NotificationType.options.filter((type) => !(type in texts.types))).toEqual([])
  expect(NotificationType.options.filter((type) => !NOTIFICATION_TABLE[type].icon)).toEqual([])
})

// spec §9: the first 15 characters, then an ellipsis
// @spec 9.7
test('a memorandum shows 15 characters, however they are encoded', () => {
  expect(memorandumTeaser('Preparar dinámica de cierre')).toBe('Preparar dinámi…')
  const family = '👩‍👩‍👧‍👦'
  expect(memorandumTeaser(family.repeat(17))).toBe(`${family.repeat(15)}…`)
  expect(memorandumTeaser('e\u0301'.repeat(17))).toBe(`${'e\u0301'.repeat(15)}…`)
  expect(memorandumTeaser('Llamar\n\na Luz mañana')).toBe('Llamar a Luz ma…')
  expect(memorandumTeaser('🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉')).toBe(`${'🎉'.repeat(15)}…`)
})
