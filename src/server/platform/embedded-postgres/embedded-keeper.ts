import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { pause } from '../pause.ts'

export type KeeperOptions = EmbeddedOptions & {
  /** Called when the server ended unexpectedly; it is being restarted. */
  onLost: () => void
  /** Called when it accepts connections again. */
  onBack: () => void
  /** Called for each failed start; the next one follows after a longer pause. */
  onError: (error: unknown) => void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Runs the embedded PostgreSQL and restarts it on the same socket whenever it ends unexpectedly. The first start throws
 * as `startEmbeddedPostgres` does; later ones are retried until one succeeds.
 */
export async function keepEmbeddedPostgres(
  options: KeeperOptions,
): Promise<Pick<EmbeddedPostgres, 'connection' | 'stop'>> {
  let stopping = false
  let restarting: Promise<void> | undefined
  let server = await startEmbeddedPostgres(options)

  const watch = () => {
    void server.ended.then(({ expected }) => {
      if (expected || stopping) return
      options.onLost()
      restarting = restart()
    })
  }
  const restart = async () => {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        // If the folder disappeared, do not continue with an empty database.
        server = await startEmbeddedPostgres({ ...options, creates: false })
        watch()
        return options.onBack()
      } catch (error) {
        options.onError(error)
        await pause(pauseMs)
      }
    }
  }
  watch()
  return {
    connection: server.connection,
    async stop() {
      stopping = true
      await restarting
      await server.stop()
    },
  }
}
