// Marks a coach as paid, for PAYMENT_PROVIDER=manual. Norte keeps running meanwhile; the settings are the same ones.
//
//   node scripts/mark-paid.ts coach@example.org monthly|yearly
import { realpath } from 'node:fs/promises'
import { PlanId } from '#contract/payments.ts'
import { parseConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'
import { markPaid } from '#server/modules/payments/payments.service.ts'
import { createLogger } from '#server/platform/logger.ts'
import { SOCKET_PORT, socketFolderFor } from '#server/platform/postgres-socket.ts'
import { type DatabaseConnection, createDatabase } from '#server/platform/postgres.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { Refusal } from '#server/refusal.ts'
import { fail } from './project.mjs'

const [email = '', plan] = process.argv.slice(2)
const planId = PlanId.safeParse(plan)
if (!planId.success) fail('Usage: node scripts/mark-paid.ts coach@example.org monthly|yearly')

const settings = parseConfig(process.env, [])
if (settings.problems) fail(...settings.problems.map(({ name, rule }) => `${name}: ${rule}`))
const { config: parsed } = settings

const database = createDatabase(
  parsed.databaseUrl ? { url: parsed.databaseUrl } : await ofRunningServer(parsed.dataDir),
)
try {
  // Neither role: the running server carries out what follows.
  const config = { ...(await loadSecrets(parsed)), roles: { web: false, worker: false } }
  const deps = await createDeps(config, database, createLogger(config.logLevel))
  try {
    const { periodEndsAt } = await markPaid(deps, email.trim().toLowerCase(), planId.data)
    console.log(`${email} has paid until ${periodEndsAt}`)
  } finally {
    await deps.close()
  }
} catch (error) {
  process.exitCode = 1
  if (error instanceof Refusal) console.error(`No coach has the address ${email}`)
  else
    console.error(`The database of ${parsed.dataDir} does not answer: is Norte running? (${String(error)})`)
} finally {
  await database.close()
}

async function ofRunningServer(dataDir: string): Promise<DatabaseConnection> {
  const folder = await realpath(dataDir).catch(() => fail(`There is no data folder ${dataDir}`))
  const host = socketFolderFor(folder)
  return { host, port: SOCKET_PORT, user: 'norte', database: 'norte', ssl: false }
}
