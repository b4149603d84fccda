import { setting } from './setting.ts'
import { connection, integer, mailbox } from './values.ts'

/** How mails leave, and how many. */
export const MAIL_SETTINGS = {
  SMTP_URL: setting(connection(['smtp:', 'smtps:'], 'smtp_url'), {
    presetDoc: 'mails become .eml files in DATA_DIR/outbox',
    secret: true,
    doc: 'Mail server, `smtps://user:password@host:465` or `smtp://user:password@host:587`.',
  }),
  MAIL_FROM: setting(mailbox(), {
    presetDoc: 'Norte <norte@localhost>',
    doc: 'Sender of every mail, `Norte <hola@example.org>`. Required with SMTP_URL.',
  }),
  MAILS_PER_COACH_PER_DAY: setting(integer(1, 1_000_000), {
    preset: '500',
    doc: 'Most mails that one coach causes in a day (invitations, sessions, groups); the rest waits for the next day. Codes, security mails and reminders are never held back.',
  }),
}
