import * as client from 'openid-client'

export type OidcSettings = { issuer: string; clientId: string; clientSecret: string }

/** What must be kept between the redirect to the provider and the callback. */
export type OidcFlow = { state: string; nonce: string; codeVerifier: string }

/** The person, as asserted by the provider. */
export type ProvedIdentity = {
  issuer: string
  /** The person's id at the provider: their only attribute that never changes. */
  subject: string
  /** As the provider wrote it; absent if it sent no address. */
  email: string | undefined
  emailVerified: boolean
  name: string
  lastName: string
}

/**
 * `cancelled`: the person cancelled. `unavailable`: the provider did not respond. `failed`: the identity was not
 * proved.
 */
export type OidcFailure = { failure: 'cancelled' | 'unavailable' | 'failed'; cause: unknown }

export type Oidc = {
  /** The address of the account chooser, and what to keep until the callback. */
  begin(): Promise<(OidcFlow & { url: string }) | OidcFailure>
  /** Turns the parameters of the callback into an identity. */
  finish(parameters: Record<string, string>, flow: OidcFlow): Promise<ProvedIdentity | OidcFailure>
}

/** The scopes of spec §1. */
const SCOPE = 'openid profile email'

/** Far below the 30 s limit of a request: a provider that hangs counts as unavailable. */
const TIMEOUT_SECONDS = 5

/**
 * Sign-in through an OpenID Connect issuer: authorization code with PKCE S256, state and nonce (RFC 9700 §2.1.1, OpenID
 * Connect Core §3.1). The ID token's signature is checked although it arrives over TLS, and with it issuer, audience,
 * nonce and times. The issuer's metadata is fetched for the first sign-in.
 */
export function createOidc({ issuer, clientId, clientSecret }: OidcSettings, redirectUri: string): Oidc {
  let found: Promise<client.Configuration> | undefined
  const configuration = () =>
    (found ??= discover(issuer, clientId, clientSecret).catch((error: unknown) => {
      // Do not cache a failure: the next sign-in fetches again.
      found = undefined
      throw error
    }))
  return {
    async begin() {
      try {
        const config = await configuration()
        const flow = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          codeVerifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          prompt: 'select_account',
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(flow.codeVerifier),
          code_challenge_method: 'S256',
        })
        return { ...flow, url: url.href }
      } catch (error) {
        return { failure: 'unavailable', cause: error }
      }
    },
    async finish(parameters, { state, nonce, codeVerifier }) {
      try {
        const config = await configuration()
        const url = new URL(redirectUri)
        url.search = new URLSearchParams(parameters).toString()
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return await identityOf(config, tokens)
      } catch (error) {
        return { failure: reasonOf(error), cause: error }
      }
    },
  }
}

async function discover(issuer: string, clientId: string, clientSecret: string) {
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    (server, ...rest) => authentication(server, clientSecret)(server, ...rest),
    {
      timeout: TIMEOUT_SECONDS,
      // Only a provider on this machine may be without TLS; the configuration refuses any other.
      execute: new URL(issuer).protocol === 'http:' ? [client.allowInsecureRequests] : [],
    },
  )
  client.enableNonRepudiationChecks(config)
  return config
}

/** In the body if the issuer supports it, because issuers decode the header differently; else by RFC 6749 §2.3.1. */
function authentication(server: client.ServerMetadata, secret: string): client.ClientAuth {
  const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
  return inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

async function identityOf(config: client.Configuration, tokens: Tokens): Promise<ProvedIdentity> {
  const proved = tokens.claims()!
  // Some issuers leave the profile out of the ID token; then it is requested (OpenID Connect Core §5.4).
  const profile =
    proved['email'] === undefined && config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, proved.sub)
      : proved
  const text = (name: string) => (typeof profile[name] === 'string' ? profile[name].trim() : '')
  const [first = '', ...others] = text('name').split(/\s+/)
  return {
    issuer: proved.iss,
    subject: proved.sub,
    email: text('email') || undefined,
    emailVerified: profile['email_verified'] === true,
    name: text('given_name') || first,
    lastName: text('family_name') || others.join(' '),
  }
}

const TURNED_BACK = /^(?:access_denied|(?:interaction|login|consent|account_selection)_required)$/
const PROVIDER_TROUBLE = /^(?:server_error|temporarily_unavailable)$/

/** Responses that are not OpenID Connect at all, such as a gateway's error page. */
const NO_ANSWER: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

function reasonOf(error: unknown): OidcFailure['failure'] {
  if (error instanceof client.AuthorizationResponseError) {
    if (TURNED_BACK.test(error.error)) return 'cancelled'
    return PROVIDER_TROUBLE.test(error.error) ? 'unavailable' : 'failed'
  }
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'failed'
  if (error instanceof client.ClientError) return NO_ANSWER.has(error.code) ? 'unavailable' : 'failed'
  // fetch throws a TypeError when the server cannot be reached.
  return error instanceof TypeError ? 'unavailable' : 'failed'
}
