import type { ComponentType } from 'react'
import { earlyAnswersArrived } from '#web/api/early-answers.ts'
import { loadTexts } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { storage } from '#web/storage.ts'
import { loadKit } from '#web/ui/theme/load-kit.ts'

/** How long a screen's code and texts may take (spec §9). */
export const CHUNK_TIMEOUT_MS = 120_000

/** How long a screen waits for the answers that are under way already: a skeleton for less would only flicker. */
const FLICKER_MS = 150

/** A screen's code or texts did not arrive in 120 s (spec §9), or cannot be had. */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure'
}

/** Imports a file that exports `Component`, as the router's lazy routes expect. */
export type LoadComponent = () => Promise<{ Component: ComponentType }>

/**
 * A lazy route: its code, its texts and the kit's styles in parallel, each fetched when first needed.
 * `name` tells one screen from another; a screen whose file an older release took away reloads the page once.
 * `bringsStyles`: its styles of the kit come with its own code, so that it can be the first one shown.
 */
export async function loadScreen(
  name: string,
  load: LoadComponent,
  namespaces: readonly string[],
  bringsStyles = false,
): ReturnType<LoadComponent> {
  const [{ Component }] = await Promise.all([
    loadChunk(name, load),
    textsFor(name, namespaces),
    bringsStyles ? null : loadChunk('kit', loadKit),
  ])
  await earlyAnswersArrived(FLICKER_MS)
  return { Component }
}

/** What the loader needs of the browser; tests hand in their own. */
export type ChunkWorld = {
  hasReloaded: (name: string) => boolean
  markReloaded: (name: string, reloaded: boolean) => void
  /** Whether the server would answer a reload. If it does not, reloading would lose the present page. */
  isReachable: () => Promise<boolean>
  reload: () => void
}

const browser: ChunkWorld = {
  hasReloaded: (name) => storage.hasReloadedForChunk(name),
  markReloaded: (name, reloaded) => storage.markReloadedForChunk(name, reloaded),
  isReachable: async () => {
    try {
      return (
        await fetch(paths.home(), { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(5_000) })
      ).ok
    } catch {
      return false
    }
  },
  reload: () => location.reload(),
}

/**
 * Loads code in at most 120 s (spec §9). If a file is missing after a release, the page is reloaded, once. That does not
 * help against a lost connection or a server that is away: then the screen offers to try again.
 */
export async function loadChunk<M>(name: string, load: () => Promise<M>, world = browser): Promise<M> {
  try {
    const module = await inTime(load())
    world.markReloaded(name, false)
    return module
  } catch (failure) {
    if (world.hasReloaded(name) || !(await world.isReachable()))
      throw new ChunkFailure(name, { cause: failure })
    world.markReloaded(name, true)
    world.reload()
    // The page is on its way out: nothing may be shown meanwhile.
    return new Promise<M>(() => undefined)
  }
}

/** A screen without its texts does not appear (product §2): it would show their keys. */
async function textsFor(name: string, namespaces: readonly string[]): Promise<void> {
  try {
    await inTime(loadTexts(namespaces))
  } catch (failure) {
    throw new ChunkFailure(name, { cause: failure })
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkFailure('timeout')), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
