import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { pause } from '../pause.ts'

export type KeeperOptions = EmbeddedOptions & {
  /** Told when the server ended by itself; it is being started again. */
  onLost: () => void
  /** Told when it accepts connections again. */
  onBack: () => void
  /** Told of each start that failed; the next one follows after a longer pause. */
  onError: (error: unknown) => void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Runs the embedded PostgreSQL and starts it again whenever it ends by itself, on the same socket. The first start
 * refuses as `startEmbeddedPostgres` does; later ones are tried for as long as it takes.
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
        // A folder that went away is no reason to go on with an empty database.
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
