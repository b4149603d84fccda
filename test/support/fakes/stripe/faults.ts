/** A call that came, for tests to look at. */
export type Call = { method: string; path: string; body: string; idempotencyKey: string | undefined }

/** How a call fails: a refusal, two answers of a Stripe that has trouble, none at all, or a connection that breaks. */
export type FaultKind = 400 | 429 | 500 | 'hang' | 'drop'

/** Which calls fail, and when: before anything was done, or afterwards, so that only the answer is lost (`hang` or `drop`). */
export type FaultOptions = { method?: 'GET' | 'POST' | 'DELETE'; path?: RegExp; afterwards?: boolean }

type Fault = FaultOptions & { kind: FaultKind; left: number }
type Interruption = FaultOptions & { run: () => Promise<unknown> }

export type Faults = ReturnType<typeof createFaults>

const ANSWERS = {
  400: {
    status: 400,
    body: { error: { type: 'invalid_request_error', message: 'This cannot be done.' } },
  },
  429: {
    status: 429,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Too many requests hit the API too quickly.',
      },
    },
  },
  500: { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred.' } } },
}

/** The failures that tests ask for, in their order. */
export function createFaults() {
  let faults: Fault[] = []
  let interruptions: Interruption[] = []
  let delayMs = 0
  const isAbout = ({ method, path }: FaultOptions, call: Call) =>
    (method ?? call.method) === call.method && (path?.test(call.path) ?? true)
  const take = (call: Call, afterwards: boolean): Fault | undefined => {
    const found = faults.find((fault) => (fault.afterwards ?? false) === afterwards && isAbout(fault, call))
    if (!found) return undefined
    found.left -= 1
    faults = faults.filter(({ left }) => left > 0)
    return found
  }
  return {
    failNextCalls: (kind: FaultKind, count = 1, options: FaultOptions = {}): void => {
      faults.push({ kind, left: count, ...options })
    },
    /** Has every call take so long, by the clock of this machine. */
    slowDown: (ms: number): void => {
      delayMs = ms
    },
    /** Ends what tests asked for. */
    recover: (): void => {
      faults = []
      delayMs = 0
    },
    /** Has something happen just before a call is done, once: what two people do in the same moment. */
    beforeNextCall: (options: FaultOptions, run: () => Promise<unknown>): void => {
      interruptions.push({ ...options, run })
    },
    async interrupted(call: Call): Promise<void> {
      const due = interruptions.filter((each) => isAbout(each, call))
      interruptions = interruptions.filter((each) => !due.includes(each))
      for (const { run } of due) await run()
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      if (delayMs > 0) setTimeout(answer, delayMs)
      else answer()
      await answered
    },
    /** How a call fails instead of being done. */
    next(call: Call) {
      const kind = take(call, false)?.kind
      if (kind === undefined || kind === 'hang' || kind === 'drop') return kind
      return { answer: ANSWERS[kind] }
    },
    /** How the answer to a call that was done is lost. */
    after(call: Call): 'hang' | 'drop' | undefined {
      const kind = take(call, true)?.kind
      return kind === 'hang' ? 'hang' : kind === undefined ? undefined : 'drop'
    },
  }
}
