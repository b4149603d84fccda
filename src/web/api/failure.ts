import type { ErrorCode } from '#contract/errors.ts'

/** `network`: no whole answer of the server arrived. Every other code comes from the server's catalogue. */
export type FailureCode = ErrorCode | 'network'

/** A call that did not succeed. `text` is ready to be read; `fields` has one text per field of the body. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly code: FailureCode
  /** HTTP status; 0 when no whole answer arrived. */
  readonly status: number
  readonly text: string
  readonly fields: Readonly<Record<string, string>> | undefined

  constructor(code: FailureCode, status: number, text: string, fields?: Record<string, string>) {
    super(`${code}: ${text}`)
    this.code = code
    this.status = status
    this.text = text
    this.fields = fields
  }
}

/**
 * Whether a retry may help: there was no answer, the server failed, or somebody between answered in its place, with
 * whatever status: a proxy, or the page of a hotel's network.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  return error.code === 'network' || error.code === 'server.unavailable' || error.status >= 500
}
