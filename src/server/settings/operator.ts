import { setting } from './setting.ts'
import { email, text } from './values.ts'

/** Who is responsible for this installation, and where they are reached. */
export const OPERATOR_SETTINGS = {
  OPERATOR_NAME: setting(text(200), {
    doc: 'Person or company responsible for the data, named in /privacy and /terms.',
  }),
  OPERATOR_ADDRESS: setting(text(300), { doc: 'Postal address of the responsible, for /privacy.' }),
  PRIVACY_EMAIL: setting(email(), { doc: 'Where people exercise their privacy rights, for /privacy.' }),
  SUPPORT_EMAIL: setting(email(), { doc: 'Where "Contactar a soporte" leads.' }),
}
