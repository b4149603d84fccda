import type { CallEvents } from '#contract/video/signals.ts'
import type { Routes } from '#contract/api.ts'
import type { ChangedSubject, ServerEvents } from '#contract/events.ts'

/** What a query is about: the first part of its key. Calls and live events refresh queries by it. */
export type Subject =
  | ChangedSubject
  | 'coach'
  | 'message'
  | 'dashboard'
  | 'me'
  | 'invitation'
  | 'country'
  | 'operator'
  | 'preferences'
  | 'signIn'
  | 'dataExport'
  | 'accountDeletion'
  | 'dataImport'

/** What can change. `CHANGED` of the socket names some of them itself. */
export type Change =
  | ChangedSubject
  | 'agenda'
  | 'settings'
  | 'feed'
  | 'signIn'
  | 'identity'
  | 'dataExport'
  | 'accountDeletion'
  | 'dataImport'
  | 'confirmedEmail'
  | 'message'

/** The queries that show a change, by the first part of their key (docs/decisions/036). */
export const SHOWN_IN: Record<Change, readonly Subject[]> = {
  // Who waits in a session's room.
  call: ['call'],
  session: ['session', 'call', 'calendar', 'client', 'group', 'coach', 'action', 'note', 'dashboard'],
  // Nothing but the session and what prepares it shows its agenda.
  agenda: ['session'],
  // Part of what prepares a session.
  brief: ['session'],
  // A client's process decides what they may do with their actions, and whether they may book; their name is on what is
  // about them and on what they were given.
  client: [
    'client',
    'group',
    'session',
    'call',
    'action',
    'goal',
    'note',
    'memorandum',
    'resource',
    'coach',
    'dashboard',
  ],
  // The ficha of a session lists them, and the calendar.
  memorandum: ['memorandum', 'calendar', 'session', 'dashboard'],
  // The group's name is in the header of its members, which comes with the profile. Its sessions have its name, its photo
  // and who is expected; the page of the coach has the next of them.
  group: [
    'group',
    'client',
    'session',
    'call',
    'action',
    'goal',
    'note',
    'memorandum',
    'resource',
    'coach',
    'me',
    'dashboard',
  ],
  // Its goal shows it too.
  action: ['action', 'session', 'client', 'goal', 'group', 'dashboard'],
  // A session lists goals before, while and after it is closed, a client's rhythm counts what they noted, and a note names
  // its own.
  goal: ['goal', 'session', 'client', 'note', 'dashboard'],
  note: ['note'],
  // A client's dashboard has what they have not opened yet.
  resource: ['resource', 'dashboard'],
  payment: ['payment', 'me', 'coach'],
  // The dashboard lists the first steps of a practice, its hours among them.
  calendar: ['calendar', 'coach', 'dashboard'],
  // Names, zones and colours of either side are on nearly every screen.
  profile: ['me', 'profile', 'coach', 'calendar', 'session', 'memorandum', 'dashboard'],
  // Days, hours and the language of the server's texts follow the settings. Without the profile itself: the user of the
  // answer replaces the one in the store (spec §4).
  settings: [
    'preferences',
    'profile',
    'coach',
    'calendar',
    'session',
    'client',
    'group',
    'action',
    'goal',
    'note',
    'notification',
    'message',
    'memorandum',
    'dashboard',
  ],
  feed: ['calendar'],
  signIn: ['signIn'],
  identity: ['me'],
  dataExport: ['dataExport'],
  accountDeletion: ['accountDeletion', 'me'],
  dataImport: ['dataImport'],
  // What waited for a confirmed address: invitations, and a step of the dashboard. The caller fetches the profile.
  confirmedEmail: ['client', 'dashboard'],
  notification: ['notification'],
  message: ['message', 'dashboard'],
}

/** An endpoint, by the text the web calls it by. */
export type Route = keyof Routes

/** Routes that may change something. */
export type WritingRoute = Exclude<Route, `GET ${string}`>

/**
 * What each call changes. `call` makes the queries old that show it, after success and after a refusal that says that
 * the screen was old. An endpoint without an entry does not compile.
 */
export const CHANGED_BY_CALL: Record<WritingRoute, readonly Change[]> = {
  'POST /v1/session': ['session'],
  'PUT /v1/session/:sessionId': ['session'],
  'POST /v1/session/:sessionId/confirm': ['session'],
  'POST /v1/session/:sessionId/propose': ['session'],
  'POST /v1/session/:sessionId/accept': ['session'],
  'POST /v1/session/:sessionId/reject': ['session'],
  'POST /v1/session/:sessionId/cancel': ['session'],
  'POST /v1/session/:sessionId/reschedule': ['session'],
  'POST /v1/session/:sessionId/move/accept': ['session'],
  'POST /v1/session/:sessionId/move/decline': ['session'],
  'DELETE /v1/session/:sessionId/move': ['session'],
  'POST /v1/session/:sessionId/excuse': ['session'],
  'DELETE /v1/session/:sessionId/excuse': ['session'],
  'POST /v1/session/:sessionId/close': ['session', 'action'],
  'POST /v1/session/:sessionId/correct': ['session', 'action'],
  'POST /v1/session/:sessionId/feedback': ['session'],
  'POST /v1/session/:sessionId/summary': ['session'],
  'PUT /v1/session/:sessionId/agenda': ['agenda'],
  // Saved while somebody writes: the caller puts the answer into the session, and an older state must not replace it.
  'PUT /v1/session/:sessionId/preparation': [],
  'PUT /v1/session/:sessionId/brief/notes': ['brief'],
  // Asks what a time would meet, and changes nothing.
  'POST /v1/session/preview': [],
  'POST /v1/action': ['action'],
  'POST /v1/action/Group/:groupId': ['action'],
  'PUT /v1/action/:actionId': ['action'],
  'PUT /v1/action/:actionId/status': ['action'],
  'POST /v1/memorandum': ['memorandum'],
  'PUT /v1/memorandum/:memorandumId': ['memorandum'],
  'PUT /v1/memorandum/:memorandumId/status': ['memorandum'],
  'POST /v1/memorandum/:memorandumId/postpone': ['memorandum'],
  'DELETE /v1/memorandum/:memorandumId': ['memorandum'],
  'POST /v1/memorandum/:memorandumId/restore': ['memorandum'],

  'POST /v1/goal': ['goal'],
  'PUT /v1/goal/:goalId': ['goal'],
  'POST /v1/goal/:goalId/checkin': ['goal'],
  'DELETE /v1/goal/:goalId/checkin/:checkInId': ['goal'],
  'POST /v1/goal/:goalId/checkin/:checkInId/restore': ['goal'],
  'PUT /v1/goal/:goalId/status': ['goal'],
  'DELETE /v1/goal/:goalId': ['goal', 'action'],
  'POST /v1/goal/:goalId/restore': ['goal', 'action'],

  'POST /v1/message/:roomId': ['message'],
  'POST /v1/message/:roomId/attachment': [],
  'POST /v1/message/:roomId/attachment/:fileId/finish': [],
  'DELETE /v1/message/:roomId/attachment/:fileId': [],
  'PUT /v1/message/:roomId/read': ['message'],
  'PUT /v1/message/entry/:messageId': ['message'],
  'DELETE /v1/message/entry/:messageId': ['message'],

  'POST /v1/note': ['note'],
  'PUT /v1/note/:noteId': ['note'],
  'DELETE /v1/note/:noteId': ['note'],
  'POST /v1/note/:noteId/restore': ['note'],
  'POST /v1/note/:noteId/share': ['note'],
  'POST /v1/note/:noteId/unshare': ['note'],
  'POST /v1/note/:noteId/versions/:versionId/restore': ['note'],

  'POST /v1/resource': ['resource'],
  'PUT /v1/resource/:resourceId': ['resource'],
  'DELETE /v1/resource/:resourceId': ['resource'],
  'POST /v1/resource/:resourceId/restore': ['resource'],
  'POST /v1/resource/:resourceId/assign': ['resource'],
  'DELETE /v1/resource/:resourceId/assign/:assignmentId': ['resource'],
  'POST /v1/resource/:resourceId/assign/:assignmentId/restore': ['resource'],
  'POST /v1/resource/:resourceId/view': ['resource'],
  'POST /v1/resource/:resourceId/complete': ['resource'],
  // Of a file that no resource has yet: the form that sends it shows it.
  'POST /v1/resource/upload': [],
  'POST /v1/resource/upload/:fileId/finish': [],
  'DELETE /v1/resource/upload/:fileId': [],
  'DELETE /v1/action/:actionId': ['action'],
  'POST /v1/action/:actionId/restore': ['action'],
  // Until it is finished nobody sees it.
  'POST /v1/action/:actionId/attachment': [],
  'POST /v1/action/:actionId/attachment/:fileId/finish': ['action'],
  'DELETE /v1/action/:actionId/attachment/:fileId': ['action'],
  'POST /v1/action/:actionId/attachment/:fileId/restore': ['action'],

  'POST /v1/client': ['client'],
  'POST /v1/client/:coachId': ['client'],
  'PUT /v1/client/:clientId': ['client'],
  'POST /v1/client/:clientId/photo': ['client'],
  'DELETE /v1/client/:clientId/photo': ['client'],
  'POST /v1/client/:clientId/resendinvitation': ['client'],
  // One more link to an open invitation: no screen but the one that asked shows it.
  'POST /v1/client/:clientId/invitationlink': [],
  // Sessions that are to come go with a client who stops.
  'POST /v1/client/:clientId/pause': ['client', 'session'],
  'POST /v1/client/:clientId/resume': ['client', 'session'],
  'POST /v1/client/:clientId/finish': ['client', 'session'],
  'POST /v1/client/:clientId/reactivate': ['client', 'session'],
  'POST /v1/client/:clientId/archive': ['client', 'session'],
  'POST /v1/client/:clientId/restore': ['client', 'session'],
  // Reads a file; nothing is stored that a list shows.
  'POST /v1/client/import': [],
  'PUT /v1/client/import': ['client'],
  'POST /v1/client/import/invite': ['client'],
  'POST /v1/client/bulk/invite': ['client'],
  'POST /v1/client/bulk/tag': ['client'],
  'POST /v1/client/bulk/transition': ['client', 'session'],
  // Asks what such a change would do.
  'POST /v1/client/bulk/preview': [],
  'POST /v1/client/bulk/export': [],

  'POST /v1/group': ['group'],
  'PUT /v1/group/:groupId': ['group'],
  // Sessions that are to come go with a group that ends.
  'PUT /v1/group/:groupId/status': ['group', 'session'],
  'POST /v1/group/:groupId/photo': ['group'],
  'DELETE /v1/group/:groupId/photo': ['group'],
  'POST /v1/group/:groupId/member': ['group'],
  'POST /v1/group/:groupId/member/:memberId/resendinvitation': ['group'],
  'DELETE /v1/group/:groupId/member/:memberId': ['group', 'session'],
  'POST /v1/group/:groupId/leave': ['group', 'session'],

  'PUT /v1/coach/recurring-calendar/:coachId': ['calendar'],
  'POST /v1/coach/norte-offer/:coachId': ['calendar'],
  'PUT /v1/coach/availability/days/:coachId': ['calendar'],
  'POST /v1/coach/block/:coachId': ['calendar'],
  'PUT /v1/coach/block/:coachId/:blockId': ['calendar'],
  'DELETE /v1/coach/block/:coachId/:blockId': ['calendar'],
  'POST /v1/coach/block/:coachId/:blockId/restore': ['calendar'],
  'PUT /v1/calendar/import': ['calendar'],
  'POST /v1/calendar/feed': ['feed'],
  'DELETE /v1/calendar/feed': ['feed'],

  'PUT /v1/user/:userId': ['settings'],
  'PUT /v1/user/:userId/preferences': ['settings'],
  'PUT /v1/user/:userId/profile': ['profile'],
  'POST /v1/user/:userId/photo': ['profile'],
  'DELETE /v1/user/:userId/photo': ['profile'],
  'POST /v1/coach/custom/:coachId': ['profile'],
  'PUT /v1/coach/:coachId': ['profile'],

  // The other sign-ins and the calendar feeds end with the old password.
  'PUT /v1/user/:userId/password': ['signIn', 'feed', 'identity'],
  'DELETE /v1/user/:userId/sessions': ['signIn'],
  // Mails a code to the new address.
  // The card asks for its state again.
  'POST /v1/user/:userId/export': ['dataExport'],
  // It is said above every screen, and a plan that renewed itself is cancelled.
  'POST /v1/user/:userId/deletion': ['accountDeletion', 'payment'],
  'DELETE /v1/user/:userId/deletion': ['accountDeletion'],
  'POST /v1/user/:userId/import': ['dataImport'],
  'POST /v1/user/:userId/import/:importId/finish': ['dataImport'],
  'DELETE /v1/user/:userId/import/:importId': ['dataImport'],
  'POST /v1/user/:userId/export/:exportId/address': [],
  'POST /v1/user/:userId/email': [],
  'PUT /v1/user/:userId/email': ['profile', 'identity'],
  'POST /v1/auth/verifyemail': ['confirmedEmail'],
  // Leads to the provider; nothing is linked yet.
  'POST /v1/user/:userId/google': [],
  'DELETE /v1/user/:userId/google': ['identity'],

  'PUT /v1/notification/read/:notificationId': ['notification'],
  'PUT /v1/notification/all/:userId/read': ['notification'],
  'DELETE /v1/notification/:notificationId': ['notification'],
  'POST /v1/notification/:notificationId/restore': ['notification'],
  // The browser knows itself whether it takes pushes.
  'POST /v1/notification/push': [],
  'DELETE /v1/notification/push': [],

  'POST /v1/payment/cancel': ['payment'],
  'PUT /v1/payment/invoice-details': ['payment'],
  'POST /v1/payment/plan-change': ['payment'],
  'POST /v1/payment/portal': [],
  'POST /v1/payment/resume': ['payment'],
  // Leads to the provider; nothing is paid yet.
  'POST /v1/payment/checkout': ['payment'],
  'POST /v1/payment/sandbox/:checkoutId': ['payment'],

  // Signing in and out empties every cache.
  'POST /v1/auth/register': [],
  'POST /v1/auth/register/google': [],
  'POST /v1/auth/user': [],
  'POST /v1/auth/user/google': [],
  'POST /v1/auth/switch': [],
  'POST /v1/auth/logout': [],
  // What a ticket or a link says is read with a POST, so that it is in no log.
  'POST /v1/auth/google/profile': [],
  'POST /v1/auth/recovery/link': [],
  // Mails a link; then sets the password of somebody who is not signed in.
  'POST /v1/auth/recovery': [],
  'PUT /v1/auth/recovery': [],
  // The screen goes on from the answer; asking again for an invitation that was answered is refused.
  'POST /v1/invitation/:clientId': [],
  'POST /v1/invitation/:clientId/google': [],
  'POST /v1/invitation/:clientId/decline': [],
  'POST /v1/invitation/:clientId/renew': [],
}

/** Socket events that tell of a change by their name. `CHANGED` carries it; those of a call are for its screen alone. */
export type TellingEvent = Exclude<keyof ServerEvents, 'CHANGED' | keyof CallEvents>

/** What each event tells of, besides the notification itself. An event without an entry does not compile. */
export const TOLD_BY_EVENT: Record<TellingEvent, readonly Change[]> = {
  '10_MINS_TO_START': ['session'],
  'CANCELLED_SESSION_FROM_COACH': ['session'],
  'CANCELLED_SESSION_FROM_CLIENT': ['session'],
  'DAY_MEMORANDUM': ['memorandum'],
  'CLIENT_INVITATION_ACEPTED': ['client'],
  'MEMBER_INVITATION_ACEPTED': ['client', 'group'],
  'NEW_SESSION_FROM_COACH': ['session'],
  'NEW_SESSION_FROM_CLIENT': ['session'],
  'ASSIGNMENT_RESOURCE': ['resource'],
  'INVITATION_DECLINED': ['client'],
  'SESSION_CONFIRMED': ['session'],
  'SESSION_EXPIRED': ['session'],
  'SESSION_PROPOSED': ['session'],
  'SESSION_RESCHEDULED': ['session'],
  'SESSION_MOVE_REQUESTED': ['session'],
  'SESSION_MOVE_DECLINED': ['session'],
  'SESSION_MOVE_WITHDRAWN': ['session'],
  'SESSION_EXCUSED': ['session'],
  'SESSION_EXCUSE_WITHDRAWN': ['session'],
  'MEMBER_LEFT': ['group', 'session'],
  'PREPARATION_DUE': ['session'],
  'SESSION_CLOSED': ['session', 'action'],
  'ACTION_ASSIGNED': ['action'],
  'GOAL_ACHIEVED': ['goal'],
  'ACTION_DONE': ['action'],
  'ACTION_DUE': ['action'],
  'PAYMENT_RECEIVED': ['payment'],
  'PAYMENT_FAILED': ['payment'],
  'NEW_MESSAGE': ['message'],
  'MESSAGE_CHANGED': ['message'],
  'MESSAGES_READ': ['message'],
  // What shows a room takes it from the event.
  'TYPING': [],
  'PRESENCE': [],
}

/** The subjects of queries that some changes make old, each once. */
export function shownIn(changes: readonly Change[]): Subject[] {
  // A newer server may name a change that this release does not know.
  return [...new Set(changes.flatMap((change) => SHOWN_IN[change] ?? []))]
}

/** The subjects of queries that a call makes old; none of a route that reads. */
export function madeOldBy(route: Route): Subject[] {
  return writes(route) ? shownIn(CHANGED_BY_CALL[route]) : []
}

function writes(route: Route): route is WritingRoute {
  return !route.startsWith('GET ')
}
