import type { Deps } from '#server/deps.ts'
import type { Measured } from '#server/platform/metrics/metrics.ts'
import { countWork } from './gauges.ts'
import { type Readiness, readinessOf } from './readiness.domain.ts'
import { readWork } from './work-state.ts'

/** A database or disk that takes longer to answer counts as away. */
const ANSWER_MS = 3_000

/** For how long an answer counts: probes come often, and from anybody. */
const FRESH_MS = 1_000

/** Counting reads more than a probe does. */
const COUNTED_MS = 5_000

/** How this server is, for those who ask. */
export type Condition = {
  readiness(): Promise<Readiness>
  /** What there is to do, and what is left of the disk; of the database only whether it answers, if it does not. */
  work(): Promise<Measured[]>
}

/**
 * Looks at most once in a second, and never twice at a time, however many ask. What changes is logged once.
 * @param freshMs for how long an answer counts
 */
export function watchCondition(
  deps: Deps,
  departure: { readonly isBegun: boolean },
  freshMs = FRESH_MS,
): Condition {
  const work = shared(() => readWork(deps), freshMs)
  const looked = shared(() => deps.freeSpace(deps.config.dataDir), freshMs)
  const freeBytes = () =>
    soon(looked()).catch((error: unknown) => {
      deps.log.debug({ err: error }, 'data folder not readable')
      return undefined
    })
  const counted = shared(() => countWork(deps), freshMs && COUNTED_MS)
  let told = ''
  return {
    async work() {
      const [all, free] = await Promise.all([soon(counted()).catch(() => undefined), freeBytes()])
      return [
        { name: 'norte_disk_free_bytes', value: free ?? 0 },
        { name: 'norte_database_up', value: all ? 1 : 0 },
        ...(all ?? []),
      ]
    },
    async readiness() {
      const [known, free] = departure.isBegun
        ? [undefined, 0]
        : await Promise.all([
            soon(work()).catch((error: unknown) => {
              deps.log.debug({ err: error }, 'not ready')
              return undefined
            }),
            freeBytes(),
          ])
      const readiness = readinessOf({
        leaving: departure.isBegun,
        freeBytes: free,
        work: known,
        backsUp: deps.config.backups.folder !== undefined,
        backsUpDaily: deps.config.backups.at !== undefined,
      })
      const codes = codesOf(readiness)
      const state = JSON.stringify(codes)
      if (state !== told) {
        told = state
        deps.log[state === ALL_WELL ? 'info' : 'warn'](codes, 'readiness')
      }
      return readiness
    },
  }
}

/** What of it changes seldom: the age of the backup is another one each time. */
function codesOf(readiness: Readiness): Readiness {
  if (readiness.status !== 'ok') return readiness
  return { status: 'ok', warnings: readiness.warnings }
}

const ALL_WELL = JSON.stringify({ status: 'ok', warnings: [] } satisfies Readiness)

/** One look for all who ask meanwhile, and for `freshMs` after it. */
function shared<T>(look: () => Promise<T>, freshMs: number): () => Promise<T> {
  let last: { looking: Promise<T>; freshUntil: number } | undefined
  return () => {
    if (last && performance.now() < last.freshUntil) return last.looking
    const current = { looking: look(), freshUntil: Infinity }
    last = current
    const settled = () => void (current.freshUntil = performance.now() + freshMs)
    current.looking.then(settled, settled)
    return current.looking
  }
}

async function soon<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ANSWER_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
