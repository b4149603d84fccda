import type { Route } from './route.ts'
import { actionRoutes } from './modules/actions/actions.routes.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { accountRoutes } from './modules/auth/accounts.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { callRoutes } from './modules/calls/calls.routes.ts'
import { brandRoutes } from './modules/brands/brands.routes.ts'
import { calendarFileRoutes } from './modules/calendar-files/calendar-files.routes.ts'
import { calendarRoutes } from './modules/calendars/calendars.routes.ts'
import { clientFileRoutes } from './modules/client-files/client-files.routes.ts'
import { clientRoutes } from './modules/clients/clients.routes.ts'
import { coachRoutes } from './modules/coaches/coaches.routes.ts'
import { countryRoutes } from './modules/countries/countries.routes.ts'
import { dashboardRoutes } from './modules/dashboard/dashboard.routes.ts'
import { accountDeletionRoutes } from './modules/account-deletions/deletions.routes.ts'
import { dataExportRoutes } from './modules/data-exports/data-exports.routes.ts'
import { dataImportRoutes } from './modules/data-imports/data-imports.routes.ts'
import { identityRoutes } from './modules/identities/identities.routes.ts'
import { evidenceRoutes } from './modules/evidence/evidence.routes.ts'
import { feedRoutes } from './modules/feeds/feeds.routes.ts'
import { fileRoutes } from './modules/files/files.routes.ts'
import { goalRoutes } from './modules/goals/goals.routes.ts'
import { groupRoutes } from './modules/groups/groups.routes.ts'
import { invitationRoutes } from './modules/invitations/invitations.routes.ts'
import { legalRoutes } from './modules/legal/legal.routes.ts'
import { mailRoutes } from './modules/mails/mails.routes.ts'
import { memorandumRoutes } from './modules/memorandums/memorandums.routes.ts'
import { messageRoutes } from './modules/messages/messages.routes.ts'
import { noteRoutes } from './modules/notes/notes.routes.ts'
import { notificationRoutes } from './modules/notifications/notifications.routes.ts'
import { paymentRoutes } from './modules/payments/payments.routes.ts'
import { profileRoutes } from './modules/profiles/profiles.routes.ts'
import { pushRoutes } from './modules/push/push.routes.ts'
import { resourceRoutes } from './modules/resources/resources.routes.ts'
import { sessionRoutes } from './modules/sessions/sessions.routes.ts'
import { userRoutes } from './modules/users/users.routes.ts'

/** Every route of the API. A test compares it with the contract: an endpoint without a route fails. */
export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...actionRoutes,
  ...auditRoutes,
  ...authRoutes,
  ...brandRoutes,
  ...callRoutes,
  ...calendarFileRoutes,
  ...calendarRoutes,
  ...clientFileRoutes,
  ...clientRoutes,
  ...coachRoutes,
  ...countryRoutes,
  ...dashboardRoutes,
  ...dataExportRoutes,
  ...accountDeletionRoutes,
  ...dataImportRoutes,
  ...identityRoutes,
  ...evidenceRoutes,
  ...feedRoutes,
  ...fileRoutes,
  ...goalRoutes,
  ...groupRoutes,
  ...invitationRoutes,
  ...legalRoutes,
  ...mailRoutes,
  ...memorandumRoutes,
  ...messageRoutes,
  ...noteRoutes,
  ...notificationRoutes,
  ...paymentRoutes,
  ...profileRoutes,
  ...pushRoutes,
  ...resourceRoutes,
  ...sessionRoutes,
  ...userRoutes,
]
