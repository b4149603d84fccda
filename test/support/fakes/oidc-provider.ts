import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { Provider, interactionPolicy } from 'oidc-provider'

/** Somebody with an account at the provider. */
export type ProviderPerson = {
  sub: string
  email: string
  emailVerified?: boolean
  name?: string
  lastName?: string
}

/** What a broken or hostile provider puts in the place of its ID token. */
export type Tampering =
  | { claims: Record<string, unknown> }
  /** Signed with a key that is not in the provider's set. */
  | { signature: 'foreign' }

export type TestProvider = {
  issuer: string
  /** The settings that make Norte use it. */
  env: Record<string, string>
  /** Gives somebody an account, or changes it. */
  add(person: ProviderPerson): void
  /** How ID tokens are forged from now on; nothing ends it. */
  tamper(how: Tampering | undefined): void
  /** From now on every call fails with 503, or no longer. */
  away(isAway: boolean): void
  stop(): Promise<void>
}

const CLIENT = { id: 'norte', secret: 'provider-secret-of-the-tests' }
const KEY = { kid: 'tests', alg: 'RS256', use: 'sig' }

/**
 * A real OpenID Connect provider on loopback with a chooser of accounts: one button per person, and one to turn back.
 * It takes any redirect address that ends like ours, because servers under test listen on free ports. A `sparse` one
 * keeps the profile out of the ID token, as OpenID Connect Core §5.4 has it.
 */
export async function startTestProvider({ sparse = false } = {}): Promise<TestProvider> {
  const people = new Map<string, ProviderPerson>()
  const [own, foreign] = await Promise.all([newKeys(), newKeys()])
  let tampering: Tampering | undefined
  let isAway = false
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => {
    if (isAway) response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Away</h1>')
    else answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = new Provider(
    issuer,
    configuration(people, { ...(await exportJWK(own.privateKey)), ...KEY }, sparse),
  )
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (uri: string) => uri.endsWith('/v1/auth/google/callback'),
  })
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (!tampering || ctx.oidc?.route !== 'token' || !body?.id_token) return
    const forged = { ...decodeJwt(body.id_token), ...('claims' in tampering && tampering.claims) }
    const key = 'signature' in tampering ? foreign.privateKey : own.privateKey
    body.id_token = await new SignJWT(forged).setProtectedHeader({ alg: KEY.alg, kid: KEY.kid }).sign(key)
  })
  const serveProvider = provider.callback()
  answer = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serveProvider(request, response)
    void interact(provider, people, request, response)
  }
  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    add: (person) => void people.set(person.sub, person),
    tamper: (how) => (tampering = how),
    away: (away) => (isAway = away),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const newKeys = () => generateKeyPair(KEY.alg, { extractable: true })

function configuration(people: ReadonlyMap<string, ProviderPerson>, key: object, sparse: boolean): object {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://127.0.0.1/v1/auth/google/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['tests'] },
    // The e-mail is in the ID token, as Google does it.
    conformIdTokenClaims: sparse,
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    pkce: { required: () => true },
    findAccount: (_: unknown, sub: string) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => claimsOf(person) }
    },
    // Nobody is asked what Norte may see.
    async loadExistingGrant(ctx: {
      oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider }
    }) {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

function claimsOf({ sub, email, emailVerified = true, name = '', lastName = '' }: ProviderPerson) {
  return {
    sub,
    email,
    email_verified: emailVerified,
    ...(name && { name: `${name} ${lastName}`.trim(), given_name: name }),
    ...(lastName && { family_name: lastName }),
  }
}

/** GET shows the chooser, POST takes the answer: `sub`, or nothing to turn back. */
async function interact(
  provider: Provider,
  people: ReadonlyMap<string, ProviderPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(chooser([...people.values()]))
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const sub = new URLSearchParams(Buffer.concat(chunks).toString()).get('sub')
  const result = sub
    ? { select_account: {}, login: { accountId: sub } }
    : { error: 'access_denied', error_description: 'turned back' }
  await provider.interactionFinished(request, response, result)
}

function chooser(people: readonly ProviderPerson[]): string {
  const button = (label: string, sub: string) => `<p><button name="sub" value="${sub}">${label}</button></p>`
  const buttons = people.map(({ sub, email }) => button(email, sub))
  return `<!doctype html><html lang="es"><title>Elige una cuenta</title><h1>Elige una cuenta</h1>
<form method="post">${buttons.join('')}${button('Cancelar', '')}</form></html>`
}

/** The way through the provider as a browser takes it: opens `url`, answers the chooser, and answers where it ends. */
export async function chooseAccount(url: string, sub: string | undefined): Promise<string> {
  const cookies = new Map<string, string>()
  let next = url
  let form: string | undefined
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && {
        method: 'POST',
        body: new URLSearchParams({ sub: form }),
      }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) {
      if (form !== undefined || response.status !== 200) throw new Error(`${next}: ${response.status}`)
      form = sub ?? ''
      continue
    }
    form = undefined
    next = new URL(location, next).href
    if (new URL(next).origin !== new URL(url).origin) return next
  }
  throw new Error(`The provider led nowhere: ${next}`)
}
