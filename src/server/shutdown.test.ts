import { describe, expect, test } from 'vitest'
import { createShutdown, StartInterrupted } from './shutdown.ts'

function setUp() {
  const log: string[] = []
  const started = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<number>()
  const shutdown = createShutdown({
    started: started.promise,
    onBegin: (exitCode) => log.push(`begin ${exitCode}`),
    onError: (error) => log.push(String(error)),
    exit: (exitCode) => exited.resolve(exitCode),
    deadlineMs: 30,
  })
  const closes = (name: string) =>
    shutdown.onClose(() => {
      log.push(name)
      return Promise.resolve()
    })
  return { log, started, exited: exited.promise, shutdown, closes }
}

describe('the end of the process', () => {
  test('closes in reverse order and returns the exit code', async () => {
    const { log, started, exited, shutdown, closes } = setUp()
    closes('database')
    closes('web')
    started.resolve()
    shutdown.begin(0)
    expect(await exited).toBe(0)
    expect(log).toEqual(['begin 0', 'web', 'database'])
  })

  test('begins once, however often it is requested', async () => {
    const { log, started, exited, shutdown, closes } = setUp()
    closes('web')
    started.resolve()
    shutdown.begin(0)
    shutdown.begin(1)
    shutdown.begin(0)
    expect(await exited).toBe(0)
    expect(log).toEqual(['begin 0', 'web'])
  })

  test('waits for a start in progress, and stops it at its next step', async () => {
    const { log, started, exited, shutdown, closes } = setUp()
    closes('database')
    shutdown.check()
    shutdown.begin(0)
    expect(() => shutdown.check()).toThrow(StartInterrupted)
    closes('opened in the meantime')
    started.resolve()
    expect(await exited).toBe(0)
    expect(log).toEqual(['begin 0', 'opened in the meantime', 'database'])
  })

  test('continues if one thing cannot be closed', async () => {
    const { log, started, exited, shutdown, closes } = setUp()
    closes('database')
    shutdown.onClose(() => Promise.reject(new Error('stuck')))
    started.resolve()
    shutdown.begin(0)
    expect(await exited).toBe(0)
    expect(log).toEqual(['begin 0', 'Error: stuck', 'database'])
  })

  test('gives up on something that never closes, and reports it by the exit code', async () => {
    const { started, exited, shutdown } = setUp()
    shutdown.onClose(() => new Promise(() => undefined))
    started.resolve()
    shutdown.begin(0)
    expect(await exited).toBe(1)
  })
})
