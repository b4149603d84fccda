import { expect, onTestFinished, test } from 'vitest'
import { probe } from '#test/support/servers/health.ts'
import { parseConfig } from './config.ts'
import { openDoors } from './doors.ts'
import { localesFolder } from './folders.ts'
import { createDeparture } from './http/departure.ts'
import { createTexts } from './platform/texts.ts'
import { createStartProgress } from './start-progress.ts'

const unready = (status: string) => ({ status: 503, body: { status } })

// @spec P.318
test('a server says at its door that it starts, whenever it neither migrates nor waits for its database', async () => {
  const settings = parseConfig({ NODE_ENV: 'test', PORT: '0', OPERATIONS_PORT: '0' }, [])
  if (settings.problems) throw new Error(JSON.stringify(settings.problems))
  const { config: parsed } = settings
  const progress = createStartProgress()
  const departure = createDeparture()
  const closing: (() => Promise<unknown>)[] = []
  const shutdown = {
    onClose: (close: () => Promise<unknown>) => void closing.push(close),
    check: () => undefined,
    begin: () => undefined,
    begun: new Promise<void>(() => undefined),
  }
  onTestFinished(async () => void (await Promise.all(closing.map((close) => close()))))
  const { settled, operations } = await openDoors({ parsed, progress, departure, shutdown }, () =>
    createTexts(localesFolder),
  )
  const urls = [settled.publicUrl, `http://127.0.0.1:${operations!.port}`]
  const say = async (status: string) => {
    for (const url of urls) expect(await probe(url)).toEqual(unready(status))
  }

  await say('starting')
  for (const url of urls) {
    expect(await probe(url, '/health/live')).toEqual({ status: 200, body: { status: 'ok' } })
    expect(await probe(url, '/metrics')).toMatchObject({ status: 503, body: { code: 'server.unavailable' } })
  }
  progress.setWaiting('waiting_for_database')
  await say('waiting_for_database')
  progress.setWaiting('disk_full')
  await say('disk_full')
  progress.setWaiting(undefined)
  await say('starting')
  const migrating = progress.during('migrating', async () => {
    await say('migrating')
    progress.setWaiting('waiting_for_database')
    await say('waiting_for_database')
    progress.setWaiting(undefined)
    await say('migrating')
    throw new Error('refused')
  })
  await expect(migrating).rejects.toThrow('refused')
  await say('starting')
  departure.begin()
  await say('leaving')
})
