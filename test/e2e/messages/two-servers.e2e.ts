import type { Page } from '@playwright/test'
import { openPage } from '../support/browsers.ts'
import { stageGroup, stageMember } from '../support/groups.ts'
import { expect, test } from '../support/pair.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { messages, write } from './thread-page.ts'

/**
 * Stops a page in the middle of what it does, as a locked phone does: nothing of it runs, and nothing is received, until
 * the answer is called. The lifecycle command of the browser does not do that to a page that Playwright keeps in focus.
 */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  const stopped = new Promise((done) => devtools.once('Debugger.paused', done))
  await devtools.send('Debugger.pause')
  const next = page.evaluate(() => document.title)
  await stopped
  return async () => {
    await devtools.send('Debugger.resume')
    await devtools.send('Debugger.disable')
    await next
  }
}

// @spec P.161, P.192, P.206
test('three people of a group on two servers: a server restarts and a phone is locked for ten minutes, and all see the same @long', async ({
  browser,
  pair,
}) => {
  const coach = await stageCoach(pair.one)
  const groupId = await stageGroup(pair.one, coach, { name: 'Primeras jefaturas' })
  const uma = await stageClient(pair.two, coach, { name: 'Uma', lastName: 'Rey' })
  const sol = await stageClient(pair.one, coach, { name: 'Sol', lastName: 'Vega' })
  for (const { clientId } of [uma, sol]) await stageMember(pair.two, coach, groupId, { clientId })
  // What a browser logs while its server is away is expected.
  const open = (server: TestServer) => openPage(browser, server, [])
  const [hers, umas, sols] = [await open(pair.two), await open(pair.one), await open(pair.one)]
  await signIn(hers, coach.email, `/messages/Group/${groupId}`)
  await signIn(umas, uma.email, `/messages?room=${groupId}`)
  await signIn(sols, sol.email, `/messages?room=${groupId}`)
  const people = [hers, umas, sols]
  const expectAll = async (texts: string[]) => {
    for (const page of people) await expect(messages(page)).toContainText(texts)
  }

  await test.step('what is written on one server is seen on the other', async () => {
    await write(hers, 'Hola a las dos')
    await expect(messages(umas)).toContainText(['Hola a las dos'])
    await write(umas, 'Hola, coach')
    await expectAll(['Hola a las dos', 'Hola, coach'])
  })

  await test.step('a server restarts: who is on it sends and sees what was missed without a reload', async () => {
    await pair.restartOne(async () => {
      await write(sols, 'Escrito sin servidor')
      await write(hers, 'Escrito en el otro')
      await expect(messages(hers)).toContainText(['Hola, coach', 'Escrito en el otro'])
    })
    await expectAll(['Hola a las dos', 'Hola, coach', 'Escrito en el otro', 'Escrito sin servidor'])
  })

  await test.step('a phone that was locked for ten minutes, whose server died meanwhile, opens another line and asks for what it missed', async () => {
    const isOnline = umas.getByRole('button', { name: /^En línea Uma Rey/ })
    await expect(isOnline).toBeVisible()
    let lines = 0
    let asked = 0
    umas.on('websocket', () => (lines += 1))
    umas.on('request', (request) => {
      if (request.url().includes(`/v1/message/${groupId}?`) && request.url().includes('since=')) asked += 1
    })
    const wakeUp = await freeze(umas)
    // Nothing can lie in a queue for her: the server that would have sent it is gone before it is written.
    await pair.restartOne(async () => {
      for (const text of ['Mientras dormía', 'y otra cosa']) await write(hers, text)
      await expect(messages(hers)).toContainText(['Mientras dormía', 'y otra cosa'])
      await expect(messages(hers).last().getByText('Enviado')).toBeVisible()
    }, 'kill')
    await expect(messages(sols)).toContainText(['Mientras dormía', 'y otra cosa'])
    expect([lines, asked]).toEqual([0, 0])
    await wakeUp()
    await umas.clock.fastForward('10:00')
    await expectAll(['Escrito sin servidor', 'Mientras dormía', 'y otra cosa'])
    await expect(isOnline).toBeVisible()
    expect(lines).toBeGreaterThan(0)
    expect(asked).toBeGreaterThan(0)
  })

  for (const page of people) await page.context().close()
})
