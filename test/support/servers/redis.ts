import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RedisProcess, startRedisProcess } from '../../../scripts/cluster/redis-process.ts'
import { openDoor } from './door.ts'

/** A Redis for one test file, behind a door that stays at its address while Redis is killed and started again. */
export async function openTestRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'norte-redis-'))
  let redis: RedisProcess = await startRedisProcess(folder)
  const open = async () => {
    const door = await openDoor(() => net.connect(redis.socket))
    return { ...door, url: `redis://127.0.0.1:${door.port}/0` }
  }
  const door = await open()
  return {
    ...door,
    /** Another way to the same Redis. */
    anotherDoor: open,
    kill: () => redis.stop('SIGKILL'),
    /** Starts it again, empty. */
    start: async () => {
      redis = await startRedisProcess(folder)
    },
    close: async () => {
      door.close()
      await redis.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestRedis = Awaited<ReturnType<typeof openTestRedis>>
