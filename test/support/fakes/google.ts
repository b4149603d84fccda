import type { GoogleData } from '#contract/account/auth.ts'
import type { TestApp } from '../app.ts'
import { chooseAccount } from './oidc-provider.ts'
import { newEmail } from '../people.ts'

/** Where a flow ended: the path, and what its fragment brings. */
export type Arrival = { path: string; fragment: Record<string, string> }

/** A separate browser in front of the API: it keeps the product's cookie and nothing else. */
export type TestBrowser = {
  /** Opens a path of the product that redirects; returns the target. */
  open(url: string): Promise<string>
  /** Sends a body with the browser's cookie. */
  post(url: string, body: object, token?: string): ReturnType<TestApp['send']>
  /** From the chooser's address to the callback's address, with an account chosen or, without one, turned back. */
  choose(chooser: string, sub?: string): Promise<string>
  /** The whole way through the chooser, from GET start unless another chooser's address is given. */
  goThrough(sub?: string, chooser?: string): Promise<Arrival>
  /** A ticket for a person with an account at the provider. */
  ticket(sub: string): Promise<GoogleData>
}

export function openBrowser(app: TestApp): TestBrowser {
  let cookie: string | undefined
  const send = async (request: Parameters<TestApp['send']>[0]) => {
    const answer = await app.send({ ...request, headers: cookie ? { cookie } : {} })
    const [set] = [answer.headers['set-cookie']].flat()
    if (set) cookie = String(set).split(';')[0]
    return answer
  }
  const open = async (url: string) => {
    const { status, headers } = await send({ method: 'GET', url })
    if (status !== 302) throw new Error(`${url}: ${status}`)
    return String(headers.location)
  }
  const choose: TestBrowser['choose'] = async (chooser, sub) => {
    const { pathname, search } = new URL(await chooseAccount(chooser, sub))
    return pathname + search
  }
  const goThrough: TestBrowser['goThrough'] = async (sub, chooser) =>
    arrivalOf(await open(await choose(chooser ?? (await open('/v1/auth/google/start')), sub)))
  return {
    open,
    choose,
    goThrough,
    post: (url, body, token) => send({ method: 'POST', url, body, token }),
    async ticket(sub) {
      const { fragment } = await goThrough(sub)
      if (!fragment['google']) throw new Error(`No ticket: ${JSON.stringify(fragment)}`)
      return { ticket: fragment['google'] }
    },
  }
}

/** Reads the place a flow ended at. */
export function arrivalOf(location: string): Arrival {
  const { pathname, hash } = new URL(location, 'http://here')
  return { path: pathname, fragment: Object.fromEntries(new URLSearchParams(hash.slice(1))) }
}

let serial = 0

/** Somebody new at the provider; `email` is theirs alone unless given. */
export function newGooglePerson(change: { email?: string; emailVerified?: boolean } = {}) {
  serial += 1
  const sub = `sub-${serial}-${Math.random().toString(36).slice(2, 8)}`
  return { sub, email: newEmail('google'), name: 'Sofía', lastName: 'Ríos', ...change }
}
