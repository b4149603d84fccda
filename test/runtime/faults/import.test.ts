import { expect, test } from 'vitest'
import { systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { good } from '#test/support/groups.ts'
import { finishImport, importOf, uploadArchive, zipOf } from '#test/support/imports/archives.ts'
import { multiplied } from '#test/support/imports/multiplied.ts'
import { practiceToMove } from '#test/support/imports/practice.ts'
import { newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { dataFolder } from '../data-folder.ts'

const TIMES = 60
/** How far an import is when its server is killed, in percent: at once, while files are stored, while rows are. */
const MOMENTS = [0, 15, 85]

const folder = dataFolder()

// @spec P.354
test(
  'a server that is killed in the middle of an import leaves nothing of it, and the next one goes on until all is there @long',
  { timeout: 240_000 },
  async () => {
    const database = await openTestDatabase()
    const env = { DATA_DIR: folder.path, TOKEN_SECRET }
    // For people and a look at what is stored; what is tested runs in the processes.
    const app = await makeApp({ database, env, now: toIso(systemClock.now()) })
    const servers: ServerProcess[] = []
    const start = async () => {
      const server = await startServer({
        env: { ...env, DATABASE_URL: database.url, REQUESTS_PER_MINUTE: '10000000' },
      })
      servers.push(server)
      return server
    }
    try {
      const { archive } = await practiceToMove(app)
      await app.deps.db.deleteFrom('timers').execute()
      const coach = await newCoach(app)
      const id = await uploadArchive(app, coach, await zipOf(multiplied(archive, TIMES)))
      good(await finishImport(app, coach, id), 202)
      const counted = async () => {
        const { count } = await app.deps.db
          .selectFrom('clients')
          .where('coach_id', '=', coach.userId)
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return Number(count)
      }
      const state = async () => (await importOf(app, coach)).import!
      for (const moment of MOMENTS) {
        const server = await start()
        await expect
          .poll(
            async () => {
              const { state: now, progress } = await state()
              return now === 'done' || (now === 'running' && progress >= moment)
            },
            { interval: 5, timeout: 60_000 },
          )
          .toBe(true)
        await server.stop('SIGKILL')
        const isDone = (await state()).state === 'done'
        expect(await counted()).toBe(isDone ? TIMES : 0)
      }
      await start()
      await expect.poll(async () => (await state()).state, { interval: 100, timeout: 120_000 }).toBe('done')
      expect((await state()).counts).toEqual({
        clients: TIMES,
        sessions: 0,
        messages: TIMES * 3,
        files: TIMES * 2,
      })
      expect(await counted()).toBe(TIMES)
    } finally {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      await app.close()
      await database.close()
    }
  },
)
