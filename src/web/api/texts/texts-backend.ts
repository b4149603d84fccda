import type { BackendModule, ReadCallback } from 'i18next'

type Listener = (namespace: string, failure: Error, attempts: number) => void

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** A connection that says nothing would leave a screen, or the change of a language, waiting for ever. */
const TIMEOUT_MS = 30_000

/**
 * Fetches texts (spec §7), and retries until they are loaded. i18next counts a failed namespace as loaded: it shows the keys, and does not
 * retry. This backend never fails; the screen suspends until its texts are loaded.
 */
export class PatientBackend implements BackendModule {
  readonly type = 'backend'
  private readonly waiting = new Map<string, () => void>()
  private readonly told = new Set<Listener>()

  /** Called by i18next; there is nothing to prepare. */
  init(): void {}

  read(language: string, namespace: string, callback: ReadCallback): void {
    this.attempt(language, namespace, callback, 1)
  }

  /** Calls `listener` whenever texts could not be loaded, with how often they were tried. Returns an unsubscribe function. */
  onFailure(listener: Listener): () => void {
    this.told.add(listener)
    return () => this.told.delete(listener)
  }

  /** Retries at once everything that waits for its next attempt. */
  hurry(): void {
    for (const ask of this.waiting.values()) ask()
  }

  private attempt(language: string, namespace: string, callback: ReadCallback, attempts: number): void {
    const failed = (failure: unknown) => {
      const name = `${language}/${namespace}`
      const again = () => {
        clearTimeout(timer)
        this.waiting.delete(name)
        this.attempt(language, namespace, callback, attempts + 1)
      }
      const timer = setTimeout(again, Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS))
      this.waiting.set(name, again)
      for (const tell of this.told) {
        tell(namespace, new Error(`no texts of ${name}`, { cause: failure }), attempts)
      }
    }
    fetchTexts(language, namespace).then((texts) => callback(null, texts), failed)
  }
}

async function fetchTexts(language: string, namespace: string): Promise<object> {
  const response = await fetch(`/locales/${language}/${namespace}.json`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()) as object
}
