import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, test } from 'vitest'
import { type EpochMs, MINUTE_MS } from '#time/clock.ts'
import { threadTasksFile } from '#server/folders.ts'
import type { ThreadTasks } from '#server/beside/thread-tasks.ts'
import { createLogger } from '../logger.ts'
import { type PdfDocument, writePdf } from '#server/platform/files/pdf.ts'
import { TookTooLong, createThreads } from './threads.ts'

const log = createLogger('silent')
/** On a busy machine any task may take long. */
const unlimited = () => new AbortController().signal
const threads = createThreads<ThreadTasks>({ file: threadTasksFile, log, timeLimit: unlimited })
afterAll(() => threads.close())

const document = (text: string, items: string[] = []): PdfDocument => ({
  language: 'es-MX',
  title: 'Sesión 3 con Ana',
  letterhead: {
    coach: 'Laura Méndez',
    company: null,
    accent: { deep: '#0B2E6F', primary: '#2563EB' },
    logo: null,
  },
  createdAt: (1_800_000_000 * 1000) as EpochMs,
  overline: 'Resumen',
  facts: [{ label: 'Con', value: 'Ana' }],
  sections: [{ title: 'Resumen', text }, ...(items.length > 0 ? [{ title: 'Acciones', items }] : [])],
  footer: 'Página {page} de {pages}',
})

/** The share of time, from 0 to 1, that this thread was busy during the work. */
async function busyDuring(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).utilization
}

describe('work in threads', () => {
  test('a document that takes long does not block others', { timeout: 5 * MINUTE_MS }, async () => {
    const items = Array.from(
      { length: 150 },
      (_, n) => `Ana: ${n} ${'leer y escribir una página '.repeat(5)}`,
    )
    const long = document('x'.repeat(10_000), items)
    let pdf: Uint8Array | undefined
    const busy = await busyDuring(async () => {
      pdf = await threads.run('ana', 'writePdf', long)
    })
    expect(Buffer.from(pdf!.subarray(0, 5)).toString()).toBe('%PDF-')
    expect(busy).toBeLessThan(0.5)
    // Checks the measurement: written on this thread, the same document keeps it busy.
    expect(await busyDuring(() => writePdf(long))).toBeGreaterThan(0.5)
  })

  test('an error of a task reaches its caller, and the next task runs', async () => {
    await expect(threads.run('ana', 'writeFeed', { entries: null } as never)).rejects.toThrow(TypeError)
    await expect(threads.run('ana', 'writeFeed', { method: 'PUBLISH', entries: [] })).resolves.toContain(
      'BEGIN:VCALENDAR',
    )
  })

  test('a task that takes too long is stopped, and the next task runs', async () => {
    const limits = [AbortSignal.timeout(1_500), unlimited()]
    const hasty = createThreads<Record<string, (input: never) => string>>({
      file: join(import.meta.dirname, '..', '..', '..', '..', 'test', 'support', 'endless-tasks.ts'),
      log,
      timeLimit: () => limits.shift()!,
    })
    await expect(hasty.run('ana', 'never', undefined as never)).rejects.toThrow(TookTooLong)
    await expect(hasty.run('ana', 'once', undefined as never)).resolves.toBe('done')
    await hasty.close()
  })

  test('a thread that ends does not end the process', async () => {
    const fragile = createThreads<Record<string, (input: never) => string>>({
      file: join(import.meta.dirname, '..', '..', '..', '..', 'test', 'support', 'endless-tasks.ts'),
      log,
      timeLimit: unlimited,
    })
    await expect(fragile.run('ana', 'die', undefined as never)).rejects.toThrow('exit')
    await expect(fragile.run('ana', 'once', undefined as never)).resolves.toBe('done')
    await fragile.close()
  })
})
