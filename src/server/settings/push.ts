import { setting } from './setting.ts'
import { vapidKey } from './values.ts'

/** Web push: how push services know this installation. */
export const PUSH_SETTINGS = {
  VAPID_PRIVATE_KEY: setting(vapidKey(), {
    presetDoc: 'made on the first start, in DATA_DIR/secrets',
    secret: true,
    doc: 'Signs web pushes (RFC 8292): 32 bytes in base64url, `npx web-push generate-vapid-keys` makes one. Required in production with DATABASE_URL; the same on all servers. With another key every browser has to switch pushes on again.',
  }),
}
