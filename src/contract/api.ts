import * as accounts from './account/accounts.ts'
import * as activity from './account/activity.ts'
import * as actionFiles from './actions/action-files.ts'
import * as actions from './actions/actions.ts'
import * as auth from './account/auth.ts'
import * as calendar from './calendar/calendar.ts'
import * as calendarFiles from './calendar/calendar-files.ts'
import * as calls from './video/calls.ts'
import * as clientFiles from './client-files.ts'
import * as clientsBulk from './clients/clients-bulk.ts'
import * as clientTransitions from './clients/client-transitions.ts'
import * as clients from './clients.ts'
import * as coaches from './coaches.ts'
import * as countries from './countries.ts'
import * as dashboard from './dashboard.ts'
import * as accountDeletion from './account/account-deletion.ts'
import * as dataExports from './account/data-exports.ts'
import * as dataImports from './account/data-imports.ts'
import type { Endpoint } from './endpoint.ts'
import * as google from './account/google.ts'
import * as customization from './account/customization.ts'
import * as files from './files.ts'
import * as goals from './goals/goals.ts'
import * as groupActions from './actions/group-actions.ts'
import * as groups from './groups.ts'
import * as invitations from './invitations.ts'
import * as legal from './account/legal.ts'
import * as mails from './mails.ts'
import * as memorandums from './memorandums/memorandums.ts'
import * as attachments from './messages/attachments.ts'
import * as messages from './messages.ts'
import * as messageSearch from './messages/message-search.ts'
import * as notes from './notes/notes.ts'
import * as notifications from './notifications.ts'
import * as invoiceDetails from './payments/invoice-details.ts'
import * as paymentAccounts from './payments/payment-accounts.ts'
import * as payments from './payments.ts'
import * as push from './account/push.ts'
import * as profiles from './account/profiles.ts'
import * as resourceAssignments from './resources/resource-assignments.ts'
import * as resourceFiles from './resources/resource-files.ts'
import * as resources from './resources/resources.ts'
import * as sessionMoves from './sessions/session-moves.ts'
import * as sessionRecords from './sessions/session-records.ts'
import * as sessionSeries from './sessions/session-series.ts'
import * as sessions from './sessions/sessions.ts'
import * as settings from './account/settings.ts'
import * as timeBlocks from './calendar/time-blocks.ts'
import * as thread from './thread.ts'

const modules = {
  ...accounts,
  ...actionFiles,
  ...actions,
  ...activity,
  ...auth,
  ...calendar,
  ...calendarFiles,
  ...calls,
  ...clientFiles,
  ...clients,
  ...clientsBulk,
  ...clientTransitions,
  ...coaches,
  ...countries,
  ...dashboard,
  ...dataExports,
  ...accountDeletion,
  ...dataImports,
  ...google,
  ...customization,
  ...files,
  ...goals,
  ...groupActions,
  ...groups,
  ...invitations,
  ...legal,
  ...mails,
  ...memorandums,
  ...attachments,
  ...messages,
  ...messageSearch,
  ...thread,
  ...notes,
  ...notifications,
  ...invoiceDetails,
  ...paymentAccounts,
  ...payments,
  ...profiles,
  ...push,
  ...resourceAssignments,
  ...resourceFiles,
  ...resources,
  ...sessionMoves,
  ...sessionRecords,
  ...sessionSeries,
  ...sessions,
  ...settings,
  ...timeBlocks,
}

type Modules = typeof modules
type EndpointName = { [K in keyof Modules]: Modules[K] extends Endpoint ? K : never }[keyof Modules]
type AnyEndpoint = Modules[EndpointName]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value

/** Every endpoint by its name in the contract; used for registration, OpenAPI and the tests over all endpoints. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries<unknown>(modules).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

/** Only other services can call these: a browser has no key to sign with. */
type SignedEndpoint = Extract<AnyEndpoint, { access: 'signed' }>

/**
 * Endpoints that people call, by `METHOD /path`. The web imports only this type and calls by the route's text, so
 * neither zod nor the schemas are in bundles that only call.
 */
export type Routes = { [E in Exclude<AnyEndpoint, SignedEndpoint> as `${E['method']} ${E['path']}`]: E }
