import { setting } from './setting.ts'
import { issuer, strongSecret, text } from './values.ts'

/** What signs the tokens, and who else proves identities. */
export const SIGN_IN_SETTINGS = {
  TOKEN_SECRET: setting(strongSecret(), {
    presetDoc: 'made on the first start, in DATA_DIR/secrets',
    secret: true,
    doc: 'Signs sign-in tokens: at least 32 random characters (`openssl rand -base64 48`). Required in production with DATABASE_URL; the same on all servers.',
  }),
  OIDC_ISSUER: setting(issuer(), {
    presetDoc: 'Google, once the client is set',
    doc: 'Who proves identities for **Continuar con Google**: any OpenID Connect issuer, `https://accounts.google.com`.',
  }),
  OIDC_CLIENT_ID: setting(text(300), {
    doc: 'Client id that the issuer gave Norte, with `PUBLIC_URL/v1/auth/google/callback` as redirect address. Without it the button is absent.',
  }),
  OIDC_CLIENT_SECRET: setting(text(300), {
    secret: true,
    doc: 'Client secret that goes with OIDC_CLIENT_ID; both or none.',
  }),
}
