// The package brings no types; this is the part of it that the tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Context = { oidc?: { route: string }; body: unknown }

  export class Provider {
    constructor(issuer: string, configuration: object)
    Client: { prototype: object }
    Grant: new (of: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  export const interactionPolicy: {
    Prompt: new (options: { name: string; requestable: boolean }) => object
    base(): { add(prompt: object, at: number): void }
  }
}
