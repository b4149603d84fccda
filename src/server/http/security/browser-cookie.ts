import { randomBytes } from 'node:crypto'

/** Longer than a flow and its ticket together. */
const MAX_AGE_SECONDS = 1_800

const SHAPE = /^[\w-]{43}$/

export type BrowserCookie = {
  /** The secret of the request's browser; undefined without one. */
  read(header: string | undefined): string | undefined
  /** The Set-Cookie header that gives a browser its secret, or extends the one it has. */
  write(secret: string): string
}

/** A secret for a browser that has none. */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The product's only cookie (docs/decisions/011): it ties a sign-in through an identity provider to the browser that
 * began it, so that a link cannot sign a person in to another person's account. It grants nothing on its own.
 */
export function browserCookie(publicUrl: string): BrowserCookie {
  const https = publicUrl.startsWith('https:')
  // The prefix keeps other hosts of the same domain from setting it; browsers only support it over https.
  const name = `${https ? '__Host-' : ''}norte-browser`
  return {
    read(header = '') {
      const pair = header.split(/;\s*/).find((each) => each.startsWith(`${name}=`))
      const secret = pair?.slice(name.length + 1)
      return secret && SHAPE.test(secret) ? secret : undefined
    },
    // Lax, because the callback from the provider comes from another site.
    write: (secret) =>
      `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${https ? '; Secure' : ''}`,
  }
}
