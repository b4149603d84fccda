import type account from '../../../../public/locales/es-MX/account.json'
import type activity from '../../../../public/locales/es-MX/activity.json'
import type auth from '../../../../public/locales/es-MX/auth.json'
import type common from '../../../../public/locales/es-MX/common.json'
import type invitation from '../../../../public/locales/es-MX/invitation.json'
import type legal from '../../../../public/locales/es-MX/legal.json'
import type payment from '../../../../public/locales/es-MX/payment.json'
import type shell from '../../../../public/locales/es-MX/shell.json'
import type validation from '../../../../public/locales/es-MX/validation.json'
import type video from '../../../../public/locales/es-MX/video.json'
import type invoices from '../../../../public/locales/es-MX/invoices.json'
import type actions from '../../../../public/locales/es-MX/actions.json'
import type appearance from '../../../../public/locales/es-MX/appearance.json'
import type booking from '../../../../public/locales/es-MX/booking.json'
import type calendar from '../../../../public/locales/es-MX/calendar.json'
import type clientFiles from '../../../../public/locales/es-MX/clientFiles.json'
import type clients from '../../../../public/locales/es-MX/clients.json'
import type coach from '../../../../public/locales/es-MX/coach.json'
import type dashboard from '../../../../public/locales/es-MX/dashboard.json'
import type editor from '../../../../public/locales/es-MX/editor.json'
import type goals from '../../../../public/locales/es-MX/goals.json'
import type groups from '../../../../public/locales/es-MX/groups.json'
import type messages from '../../../../public/locales/es-MX/messages.json'
import type memorandums from '../../../../public/locales/es-MX/memorandums.json'
import type moves from '../../../../public/locales/es-MX/moves.json'
import type notes from '../../../../public/locales/es-MX/notes.json'
import type notifications from '../../../../public/locales/es-MX/notifications.json'
import type preferences from '../../../../public/locales/es-MX/preferences.json'
import type resources from '../../../../public/locales/es-MX/resources.json'
import type records from '../../../../public/locales/es-MX/records.json'
import type schedule from '../../../../public/locales/es-MX/schedule.json'
import type sessions from '../../../../public/locales/es-MX/sessions.json'
import type settings from '../../../../public/locales/es-MX/settings.json'

/** Keys are checked against the texts of the default language; each namespace is one file. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      actions: typeof actions
      activity: typeof activity
      appearance: typeof appearance
      auth: typeof auth
      booking: typeof booking
      calendar: typeof calendar
      clientFiles: typeof clientFiles
      clients: typeof clients
      coach: typeof coach
      common: typeof common
      dashboard: typeof dashboard
      editor: typeof editor
      goals: typeof goals
      groups: typeof groups
      invitation: typeof invitation
      invoices: typeof invoices
      legal: typeof legal
      memorandums: typeof memorandums
      messages: typeof messages
      moves: typeof moves
      notes: typeof notes
      notifications: typeof notifications
      payment: typeof payment
      preferences: typeof preferences
      records: typeof records
      resources: typeof resources
      schedule: typeof schedule
      sessions: typeof sessions
      settings: typeof settings
      shell: typeof shell
      validation: typeof validation
      video: typeof video
    }
  }
}
