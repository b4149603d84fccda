import { createHash, createHmac, createSecretKey, randomBytes, randomInt } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { AuthSessionId, UserId } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS, clockDate, epochMs } from '#time/clock.ts'

const ISSUER = 'norte'
const AUDIENCE = 'norte-web'
const TYPE = 'at+jwt'
const MOST_VERIFIED = 10_000
/** How much the clocks of two servers may differ: a token of one is valid on the other, early and late. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS

/** The claims of a sign-in token. Instants are whole seconds on the wire, as RFC 7519 requires. */
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
   * The claims of a token that this server signed and that is valid at `now`, with a tolerance of a minute; undefined
   * for any other text.
   */
  verify(token: string, now: EpochMs): Promise<TokenClaims | undefined>
  /** A link secret: 256 random bits (product §4), safe in a URL. */
  newLinkToken(): string
  /** A code to be typed: six digits, leading zeros included (product §3). */
  newDigitCode(): string
  /** The stored form of a link secret: its SHA-256, enough for 256 random bits. */
  hashLinkToken(token: string): Buffer
  /**
   * The stored form of guessable values (codes, addresses): a keyed hash, so that a reader of the database alone cannot
   * try all values. The same text with another `purpose` has another hash.
   */
  hashGuessable(purpose: string, text: string): Buffer
}

/**
 * Sign-in tokens signed with HS256 (RFC 7518 §3.2) under `secret`: no other algorithm, key header or type is accepted.
 * Also the secrets that are mailed to people, with their stored forms.
 */
export function createTokens(secret: string): Tokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  // Verified tokens by their text: verification takes a sixth of a request's time, and the result never changes.
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
 * Whether the signature is in its canonical encoding. Decoders ignore its unused last bits, so that an edited token
 * would count as the same one.
 */
function hasOneSpelling(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
