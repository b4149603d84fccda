// The common part of the operator's commands: opens the database of the installation, while Norte runs.
import { type Deps, createDeps } from '#server/deps.ts'
import { parseConfig } from '#server/config.ts'
import { createLogger } from '#server/platform/logger.ts'
import { runningServer } from '#server/platform/embedded-postgres/postgres-socket.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { Refusal } from '#server/refusal.ts'
import { databaseSentence } from './database-sentence.ts'
import { fail } from '../setup/project.mjs'

/** Runs work next to the running server, which runs its effects. A refusal is printed as `refused`. */
export async function besideNorte(work: (deps: Deps) => Promise<void>, refused: string): Promise<void> {
  const settings = parseConfig(process.env, [])
  if (settings.problems) fail(...settings.problems.map(({ name, rule }) => `${name}: ${rule}`))
  const { config: parsed } = settings
  const database = createDatabase(
    (parsed.databaseUrl ? { url: parsed.databaseUrl } : await runningServer(parsed.dataDir)) ??
      fail(`There is no data folder ${parsed.dataDir}`),
  )
  try {
    const config = { ...(await loadSecrets(parsed)).config, roles: { web: false, worker: false } }
    const deps = await createDeps(config, database, createLogger(config.logLevel))
    try {
      await work(deps)
    } finally {
      await deps.close()
    }
  } catch (error) {
    process.exitCode = 1
    if (error instanceof Refusal) console.error(refused)
    else console.error(databaseSentence(parsed, error) ?? error)
  } finally {
    await database.close()
  }
}
