import { setting } from './setting.ts'
import { email, text } from './values.ts'

/** Who is responsible for this installation, and where they are reached. */
export const OPERATOR_SETTINGS = {
  OPERATOR_NAME: setting(text(200), {
    doc: 'Person or company responsible for the data, named in /privacy, in /terms and on receipts.',
  }),
  OPERATOR_ADDRESS: setting(text(300), {
    doc: 'Postal address of the responsible, for /privacy and receipts.',
  }),
  OPERATOR_TAX_ID: setting(text(20), {
    doc: 'Tax id (RFC) of the responsible, named on receipts of payments.',
  }),
  PRIVACY_EMAIL: setting(email(), { doc: 'Where people exercise their privacy rights, for /privacy.' }),
  SUPPORT_EMAIL: setting(email(), { doc: 'Where "Contactar a soporte" leads.' }),
}
