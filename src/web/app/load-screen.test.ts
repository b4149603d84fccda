import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkFailure, type ChunkWorld, loadChunk } from './load-screen.ts'

type World = ChunkWorld & { reloaded: Set<string>; reloads: number; online: boolean }

function makeWorld(): World {
  const world: World = {
    reloaded: new Set(),
    reloads: 0,
    online: true,
    hasReloaded: (name) => world.reloaded.has(name),
    markReloaded: (name, reloaded) =>
      void (reloaded ? world.reloaded.add(name) : world.reloaded.delete(name)),
    isReachable: () => Promise.resolve(world.online),
    reload: () => {
      world.reloads += 1
    },
  }
  return world
}

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

describe('the code of a screen', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('that arrives is handed on', async () => {
    await expect(loadChunk('a', () => Promise.resolve(7), makeWorld())).resolves.toBe(7)
  })

  // @spec P.26
  test('that is missing after a release reloads the page, once', async () => {
    const world = makeWorld()
    let settled = false
    void loadChunk('a', missing, world).finally(() => {
      settled = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(world.reloads).toBe(1)
    expect(settled).toBe(false)

    // The page came back and the file is still missing: the failure is shown.
    await expect(loadChunk('a', missing, world)).rejects.toBeInstanceOf(ChunkFailure)
    expect(world.reloads).toBe(1)
  })

  test('that arrives after the reload is forgiven, so that a later release is cured again', async () => {
    const world = makeWorld()
    void loadChunk('a', missing, world)
    await vi.advanceTimersByTimeAsync(0)
    await loadChunk('a', () => Promise.resolve(1), world)
    void loadChunk('a', missing, world)
    await vi.advanceTimersByTimeAsync(0)
    expect(world.reloads).toBe(2)
  })

  test('of another screen that arrives proves nothing about this one', async () => {
    const world = makeWorld()
    void loadChunk('a', missing, world)
    await vi.advanceTimersByTimeAsync(0)
    await loadChunk('shell', () => Promise.resolve(1), world)
    await expect(loadChunk('a', missing, world)).rejects.toBeInstanceOf(ChunkFailure)
    expect(world.reloads).toBe(1)
  })

  test('while the server cannot be reached the page is never reloaded', async () => {
    const world = makeWorld()
    world.online = false
    await expect(loadChunk('a', missing, world)).rejects.toBeInstanceOf(ChunkFailure)
    expect(world.reloads).toBe(0)
  })

  // @spec 9.10
  test('is waited for 120 s (spec §9)', async () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
    const world = makeWorld()
    world.reloaded.add('a')
    const never = loadChunk('a', () => new Promise(() => undefined), world)
    const outcome = vi.fn()
    never.catch(outcome)
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledOnce()
  })
})
