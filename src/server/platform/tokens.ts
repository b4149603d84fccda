import { createHash, createHmac, createSecretKey, randomBytes, randomInt } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { AuthSessionId, UserId } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS, clockDate, epochMs } from '#time/clock.ts'

const ISSUER = 'norte'
const AUDIENCE = 'norte-web'
const TYPE = 'at+jwt'
const MOST_VERIFIED = 10_000
/** How far the clocks of two servers may be apart: a token of one is good on the other, early and late. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS

/** What a sign-in token says. Instants are whole seconds on the wire, as RFC 7519 asks. */
export type TokenClaims = {
  userId: UserId
  authSessionId: AuthSessionId
  issuedAt: EpochMs
  expiresAt: EpochMs
}

export type Tokens = {
  /** Signs a token of this sign-in. */
  sign(claims: TokenClaims): Promise<string>
  /**
   * The claims of a token that is ours, unedited and valid at `now`, give or take a minute; undefined for every other
   * text.
   */
  verify(token: string, now: EpochMs): Promise<TokenClaims | undefined>
  /** A link secret: 256 random bits (product §4), safe in a URL. */
  newLinkToken(): string
  /** A code somebody types: six digits, leading zeros included (product §3). */
  newDigitCode(): string
  /** How a link secret is stored: its SHA-256, enough for 256 random bits. */
  hashLinkToken(token: string): Buffer
  /**
   * How something guessable (a code, an address) is stored: keyed, so that whoever reads the database alone cannot
   * try all values. The same text under another `purpose` gives another hash.
   */
  hashGuessable(purpose: string, text: string): Buffer
}

/**
 * Sign-in tokens signed with HS256 (RFC 7518 §3.2) under `secret`: no other algorithm, key header or type is accepted.
 * And the secrets that people receive by mail, with how each is stored.
 */
export function createTokens(secret: string): Tokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  // Good tokens by their text: checking a signature costs a request a sixth of its time, and what it says never changes.
  const verified = new Map<string, TokenClaims>()
  return {
    sign({ userId, authSessionId, issuedAt, expiresAt }) {
      return new SignJWT({ sid: authSessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setNotBefore(Math.floor(issuedAt / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key)
    },
    async verify(token, now) {
      const known = verified.get(token)
      if (known) return isValid(known, now) ? known : undefined
      if (!hasOneSpelling(token)) return undefined
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['sub', 'sid', 'iat', 'nbf', 'exp'],
          currentDate: clockDate(now),
          clockTolerance: CLOCK_DIFFERENCE_MS / 1000,
        })
        const userId = UserId.safeParse(payload.sub)
        const authSessionId = AuthSessionId.safeParse(payload['sid'])
        if (!userId.success || !authSessionId.success) return undefined
        const claims = {
          userId: userId.data,
          authSessionId: authSessionId.data,
          issuedAt: epochMs(payload.iat! * 1000),
          expiresAt: epochMs(payload.exp! * 1000),
        }
        if (verified.size >= MOST_VERIFIED) verified.clear()
        verified.set(token, claims)
        return claims
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
        throw error
      }
    },
    newLinkToken: () => randomBytes(32).toString('base64url'),
    newDigitCode: () => randomInt(0, 1_000_000).toString().padStart(6, '0'),
    hashLinkToken: (token) => createHash('sha256').update(token, 'utf8').digest(),
    hashGuessable: (purpose, text) =>
      createHmac('sha256', key).update(`${purpose}\0${text}`, 'utf8').digest(),
  }
}

function isValid({ issuedAt, expiresAt }: TokenClaims, now: EpochMs): boolean {
  return now >= issuedAt - CLOCK_DIFFERENCE_MS && now < expiresAt + CLOCK_DIFFERENCE_MS
}

/**
 * Whether the signature is spelt the one way that encoding gives it. Decoders pass over its unused last bits, so that
 * an edited token would count as the same.
 */
function hasOneSpelling(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
