import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { NewsKind } from '#contract/account/news-preferences.ts'
import { UserId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import * as switches from './switches.repository.ts'

/** The contents of an unsubscribe link: the reader, their language, and the kind of news. */
const MuteClaims = z.strictObject({
  person: z.union([z.strictObject({ userId: UserId }), z.strictObject({ email: z.string() })]),
  kind: NewsKind,
  language: z.string(),
})
export type MuteClaims = z.infer<typeof MuteClaims>

const PURPOSE = 'mail.mute'

/**
 * The address at which a reader unsubscribes from a kind of mails without signing in: signed, so that it cannot be
 * forged for another person.
 */
export function muteUrl(deps: Deps, claims: MuteClaims): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${deps.config.publicUrl}/unsubscribe?t=${text}.${signatureOf(deps, text).toString('base64url')}`
}

/** The contents of a link; undefined for an invalid one. It never expires, because the mails with it do not either. */
export function readMuteToken(deps: Deps, token: string): MuteClaims | undefined {
  const [text, signature, ...rest] = token.split('.')
  if (!text || !signature || rest.length > 0) return undefined
  const given = Buffer.from(signature, 'base64url')
  const own = signatureOf(deps, text)
  if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  const claims = MuteClaims.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return claims.success ? claims.data : undefined
}

/** Whether the kind of a link is muted now. */
export async function isLinkMuted(deps: Deps, claims: MuteClaims): Promise<boolean> {
  const reader = await readerOf(deps, claims)
  return reader !== undefined && switches.isOff(deps.db, reader, claims.kind, 'email')
}

/** Mutes or unmutes the kind of a link. */
export async function setMuted(deps: Deps, claims: MuteClaims, muted: boolean): Promise<void> {
  const reader = await readerOf(deps, claims)
  if (!reader) return
  const { person, kind } = claims
  if (muted) await switches.switchOff(deps.db, person, [{ kind, channel: 'email' }], deps.clock.now())
  else await switches.switchOn(deps.db, reader, [{ kind, channel: 'email' }])
}

async function readerOf(deps: Deps, { person }: MuteClaims) {
  if ('email' in person) return { userId: null, email: person.email }
  const email = await switches.findEmail(deps.db, person.userId)
  return email === undefined ? undefined : { userId: person.userId, email }
}

function signatureOf(deps: Deps, text: string): Buffer {
  return deps.tokens.hashGuessable(PURPOSE, text)
}
