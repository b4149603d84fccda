import type { ErrorCode } from '#contract/errors.ts'

/**
 * A request that the product refuses. Thrown inside a transaction it rolls it back; the error handler turns it into the
 * envelope of product §2. `fields` names the texts (`validation.<key>`) shown under each field.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, fields?: Record<string, string>) {
    super(code)
    this.code = code
    this.fields = fields
  }
}

/** The value. @throws Refusal `code` if it is undefined */
export function found<T>(value: T | undefined, code: ErrorCode): T {
  if (value === undefined) throw new Refusal(code)
  return value
}

/** Refuses invalid fields (`request.invalid`): field → key of `validation`. Does nothing if there are no errors. */
export function refuseFields(errors: Record<string, string>): void {
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', errors)
}
