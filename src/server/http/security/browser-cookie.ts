import { randomBytes } from 'node:crypto'

/** Longer than a flow and its ticket live together. */
const MAX_AGE_SECONDS = 1_800

const SHAPE = /^[\w-]{43}$/

export type BrowserCookie = {
  /** The secret of the browser a request comes from; undefined without one. */
  read(header: string | undefined): string | undefined
  /** The Set-Cookie header that gives a browser its secret, or lengthens the life of the one it has. */
  write(secret: string): string
}

/** A secret for a browser that has none. */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The product's only cookie (docs/decisions/011): it ties a sign-in through an identity provider to the browser that
 * began it, so that nobody is signed in with somebody else's account by a link. It grants nothing by itself.
 */
export function browserCookie(publicUrl: string): BrowserCookie {
  const https = publicUrl.startsWith('https:')
  // The prefix keeps other hosts of the same domain from setting it; browsers know it over https alone.
  const name = `${https ? '__Host-' : ''}norte-browser`
  return {
    read(header = '') {
      const pair = header.split(/;\s*/).find((each) => each.startsWith(`${name}=`))
      const secret = pair?.slice(name.length + 1)
      return secret && SHAPE.test(secret) ? secret : undefined
    },
    // Lax: the way back from the provider comes from another site.
    write: (secret) =>
      `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${https ? '; Secure' : ''}`,
  }
}
