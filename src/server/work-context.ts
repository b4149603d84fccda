import { AsyncLocalStorage } from 'node:async_hooks'

/** What is being worked on: every log line says it, and a job that is queued meanwhile remembers the request (ADR 77). */
export type WorkContext = {
  /** The request that caused it, as its `X-Request-Id`; absent for what only the clock caused. */
  requestId?: string
  queue?: string
  job?: string
  timer?: string
}

const contexts = new AsyncLocalStorage<WorkContext>()

/** Runs `work`, and all that it waits for, in a context. */
export function inContext<T>(context: WorkContext, work: () => T): T {
  return contexts.run(context, work)
}

/** The context of the running code; undefined outside of any. */
export function currentContext(): WorkContext | undefined {
  return contexts.getStore()
}

/** What is stored, with the request that causes it, unless it has one. Its readers read past it. */
export function withRequestId<Data extends object>(data: Data): Data {
  const requestId = currentContext()?.requestId
  return requestId === undefined || 'requestId' in data ? data : { ...data, requestId }
}

/** The request in what was stored; earlier releases stored none, and what only the clock caused has none. */
export function requestContextOf(data: object): Pick<WorkContext, 'requestId'> {
  return 'requestId' in data && typeof data.requestId === 'string' ? { requestId: data.requestId } : {}
}
