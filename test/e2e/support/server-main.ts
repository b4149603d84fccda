import { type EpochMs, epochMs, fromIso, systemClock } from '#time/clock.ts'
import type { UserId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { run } from '#server/run.ts'
import { cheapPasswords } from '#test/support/fakes/cheap-passwords.ts'
import { seedClient, seedCoach } from '#test/support/seeds.ts'
import type { Answer, Asking, Question } from './server-messages.ts'

/**
 * The product's own process, in another week: its clock starts at TEST_NOW, runs on by itself and jumps to where the
 * test says. The journeys need it, because a session cannot be closed before it starts. It also seeds people: only the
 * server itself can sign them in.
 */
let offset = fromIso(process.env['TEST_NOW']!) - systemClock.now()
let deps: Deps | undefined

const asks: Asking = {
  async jumpTo(iso) {
    offset = fromIso(iso) - systemClock.now()
  },
  async seedCoach({ password, ...coach }) {
    const passwordHash = await deps!.passwords.hash(password)
    return seedCoach({ deps: deps! }, { ...coach, passwordHash, timezone: 'America/Mexico_City' })
  },
  async seedClient({ password, coachId, ...client }) {
    const passwordHash = await deps!.passwords.hash(password)
    return seedClient({ deps: deps! }, coachId as UserId, { ...client, passwordHash })
  },
}

process.on('message', ({ number, ask, about }: Question) => {
  const answer = (rest: Omit<Answer, 'number'>) => process.send?.({ number, ...rest })
  asks[ask](about as never).then(
    (given) => answer({ answer: given }),
    (error: unknown) => answer({ problem: String(error) }),
  )
})

const now = (): EpochMs => epochMs(systemClock.now() + offset)

await run({
  env: process.env,
  argv: [],
  adapters: { clock: { now }, passwords: await cheapPasswords },
  onDeps: (composed) => (deps = composed),
})
// It has refused its settings: the channel would keep it, and the journey would wait.
if (process.exitCode) process.disconnect()
