import type cli from '../../public/locales/es-MX/cli.json'

/** Keys of the sentences that explain why Norte did not start. */
export type FailureKey = keyof (typeof cli)['failure']

/**
 * A reason not to start that the person at the terminal can act on. It is shown as one line: the sentence
 * `failure.<key>` of the cli locale file, filled with `params`.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly key: FailureKey
  readonly params: Record<string, string | number>

  constructor(key: FailureKey, params: Record<string, string | number> = {}, cause?: unknown) {
    super(`${key} ${JSON.stringify(params)}`, { cause })
    this.key = key
    this.params = params
  }
}

/** The system's code of a failed call (`EACCES`, `EADDRINUSE`, PostgreSQL's `28P01`…), if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
