import { ProviderAway, ProviderRefusal } from '#contract/payments/provider-failures.ts'

/** What is read of the SDK's errors. */
type StripeFailure = Error & {
  type: string
  statusCode?: number
  code?: string
  param?: string
  requestId?: string
}

/** Runs calls of the SDK and throws what fails as `PaymentAccounts` says. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asProviderFailure(error)
  }
}

/**
 * The failure in Norte's terms. Stripe's sentences are left out: they may contain the end of the key, or what a person typed in.
 * The code and the id of the request find the rest in Stripe's log.
 */
function asProviderFailure(error: unknown): unknown {
  if (!isStripeFailure(error)) return error
  const { type, statusCode, code, param, requestId } = error
  if (type === 'StripeConnectionError') return new ProviderAway(`Stripe cannot be reached: ${error.message}`)
  const said = [statusCode ?? 'nothing readable', code ?? type, param, requestId].filter(Boolean).join(' ')
  const message = `Stripe answered ${said}`
  const isBusy = statusCode === 409 || statusCode === 429
  // The operator has to mend the key, and until then nothing is known of anybody.
  const isShutOut = statusCode === 401 || statusCode === 403
  if (statusCode === undefined || statusCode >= 500 || isBusy || isShutOut) return new ProviderAway(message)
  return new ProviderRefusal(
    message,
    type === 'StripeCardError' ? 'cardDeclined' : isCustomerGone(error) ? 'customerGone' : 'other',
  )
}

/** Whether Stripe refused for good, and was not merely away. */
export const isRefused = (error: unknown): boolean => asProviderFailure(error) instanceof ProviderRefusal

/** Whether a call was about a customer that is not there, or not any more. */
export const isCustomerGone = (error: unknown): boolean =>
  isCode(error, 'resource_missing') && (error as Error).message.startsWith('No such customer')

/** Whether Stripe answered with this code of its catalogue of errors. */
export const isCode = (error: unknown, code: string): boolean => isStripeFailure(error) && error.code === code

/**
 * Whether Stripe repeated an internal failure that it had kept for the key: until a day is over, each attempt with that key gets
 * the same answer.
 */
export function isKeptFailure(error: unknown): boolean {
  if (!isStripeFailure(error) || (error.statusCode ?? 0) < 500) return false
  const { headers } = error as { headers?: Record<string, string> }
  return headers?.['idempotent-replayed'] === 'true'
}

function isStripeFailure(error: unknown): error is StripeFailure {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  )
}
