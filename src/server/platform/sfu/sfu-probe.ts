import { randomBytes } from 'node:crypto'
import { JanusRefusal, connectJanus } from './janus-connection.ts'
import type { SfuSettings } from './sfu.ts'
import { attach, createSession } from './videoroom.ts'

/** What became of asking an SFU. */
export type SfuProbe =
  | {
      isUp: true
      tookMs: number
      version: string
      /** How long it keeps the line of somebody whose server is gone, in seconds. */
      reclaimSeconds: number
      /** Whether it does what anybody asks who reaches it. */
      isOpen: boolean
    }
  | { isUp: false; reason: 'unreachable' | 'wrongSecret' | 'noVideoroom' | 'refused'; detail: string }

const UNAUTHORIZED = 403
const NO_SUCH_PLUGIN = 460

/** Asks an SFU whether it would do what Norte needs; leaves nothing behind. */
export async function probeSfu(settings: SfuSettings): Promise<SfuProbe> {
  const probe = await ask(settings)
  if (!probe.isUp) return probe
  const anybody = await ask({ ...settings, secret: randomBytes(24).toString('base64') })
  return { ...probe, isOpen: anybody.isUp }
}

async function ask({ url, secret }: SfuSettings): Promise<SfuProbe> {
  const started = performance.now()
  const { promise, resolve } = Promise.withResolvers<SfuProbe>()
  const connection = connectJanus({
    url,
    secret,
    onSaid: () => undefined,
    async onOpen(question) {
      const { 'version_string': version = '?', 'reclaim-session-timeout': reclaimSeconds = 0 } =
        await question({
          janus: 'info',
        })
      const session = await createSession({ ask: question })
      const [attached] = await Promise.allSettled([attach({ ask: question }, session)])
      await question({ janus: 'destroy', session_id: session })
      if (attached.status === 'rejected') throw attached.reason
      resolve({ isUp: true, tookMs: performance.now() - started, version, reclaimSeconds, isOpen: false })
    },
    onUp: () => undefined,
    onLost: (error) => resolve({ isUp: false, reason: reasonOf(error), detail: error.message }),
  })
  const probe = await promise
  connection.close()
  return probe
}

function reasonOf(error: Error): 'unreachable' | 'wrongSecret' | 'noVideoroom' | 'refused' {
  if (!(error instanceof JanusRefusal)) return 'unreachable'
  if (error.code === UNAUTHORIZED) return 'wrongSecret'
  return error.code === NO_SUCH_PLUGIN ? 'noVideoroom' : 'refused'
}
