/** An error as Stripe's API answers it. */
export class ApiFailure extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.body = { type, message, ...more }
  }
}

export const invalid = (message: string, param?: string, code = 'parameter_invalid') =>
  new ApiFailure(400, 'invalid_request_error', message, { code, ...(param && { param }) })

export const missing = (kind: string, id: string, param = 'id') =>
  new ApiFailure(404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  })

export const declined = (charge: string, code = 'generic_decline') =>
  new ApiFailure(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: code,
    charge,
  })
