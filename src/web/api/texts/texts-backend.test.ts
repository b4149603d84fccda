import { afterEach, expect, test, vi } from 'vitest'
import { PatientBackend } from './texts-backend.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('texts whose answer never comes are given up after a time, and asked for again', async () => {
  const patience = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal)
  const answers = [
    (signal: AbortSignal) =>
      new Promise<Response>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
    async () => new Response('{"back":"Volver"}'),
  ]
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => answers.shift()!(signal))
  const backend = new PatientBackend()
  const failures: string[] = []
  const failed = new Promise<void>((told) => {
    backend.onFailure((namespace) => {
      failures.push(namespace)
      told()
    })
  })
  const read = new Promise((take) => backend.read('es-MX', 'common', (_, texts) => take(texts)))
  expect(limits).toHaveBeenCalledWith(30_000)
  patience.abort(new DOMException('late', 'TimeoutError'))
  await failed
  expect(failures).toEqual(['common'])
  backend.hurry()
  expect(await read).toEqual({ back: 'Volver' })
})
