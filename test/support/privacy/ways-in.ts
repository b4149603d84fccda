import type { UserId } from '#contract/values.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Push } from '#server/platform/push/push.ts'
import type { TestApp } from '../app.ts'
import { formOf } from '../forms.ts'
import { good } from '../groups.ts'
import type { TestCoach } from '../people.ts'

// What is stored of how somebody signs in and is reached, beside their account.

type Word = (what: string) => string
type Person = { userId: UserId; token: string }

/** Push services that take everything. */
export const takesPushes: Push = {
  publicKey: 'BA',
  accepts: () => true,
  send: () => Promise.resolve('sent'),
}

/** Has somebody use a browser with a name, which takes pushes, and Google; and begin to change their address. */
export async function signInFrom(app: TestApp, { userId, token }: Person, word: Word): Promise<void> {
  const { db } = app.deps
  const slug = (what: string) => word(what).replaceAll(' ', '-').toLowerCase()
  const keys = { p256dh: slug('clave'), auth: slug('llave') }
  const subscription = { endpoint: `https://push.example/${slug('navegador')}`, keys }
  good(await app.call('POST /v1/notification/push', { body: subscription }, token), 204)
  await db
    .updateTable('auth_sessions')
    .set({ user_agent: word('navegador') })
    .where('user_id', '=', userId)
    .execute()
  const at = toTimestamp(app.clock.now())
  await db
    .insertInto('identities')
    .values({
      issuer: `https://accounts.google.com/${slug('emisor')}`,
      subject: word('identidad'),
      email: `${slug('google')}@correo.example`,
      user_id: userId,
      linked_at: at,
      last_used_at: at,
    })
    .execute()
  await db
    .insertInto('email_changes')
    .values({
      user_id: userId,
      new_email: `${slug('otra')}@correo.example`,
      code_hash: null,
      expires_at: at,
      created_at: at,
    })
    .execute()
}

/** How somebody is reached, whatever the product accepts there: numbers and addresses have no words. */
export async function putContacts({ deps: { db } }: TestApp, userId: UserId, word: Word): Promise<void> {
  await db
    .updateTable('users')
    .set({
      phone: word('teléfono'),
      whatsapp: word('WhatsApp'),
      country: word('país'),
      meet: word('Meet'),
      zoom: word('Zoom'),
      teams: word('Teams'),
      skype: word('Skype'),
      facetime: word('FaceTime'),
    })
    .where('id', '=', userId)
    .execute()
}

/** Has a coach upload a list with somebody in it, and leave it unconfirmed. */
export async function importList(
  app: TestApp,
  { token }: TestCoach,
  email: string,
  word: Word,
): Promise<void> {
  const list = `Nombre,Apellidos,Correo\n${word('nombre de la lista')},${word('apellido de la lista')},${email}\n`
  const form = formOf({ field: 'file', file: 'clientes.csv', type: 'text/csv', bytes: Buffer.from(list) })
  good(await app.send({ method: 'POST', url: '/v1/client/import', token, ...form }))
}
