import { type EpochMs, epochMs, fromIso, systemClock } from '#time/clock.ts'
import { run } from '#server/run.ts'
import { cheapPasswords } from '#test/support/fakes/cheap-passwords.ts'

/**
 * The product's own process, in another week: its clock starts at TEST_NOW, runs on by itself and jumps to where the
 * test says. The journeys need it, because a session cannot be closed before it starts.
 */
let offset = fromIso(process.env['TEST_NOW']!) - systemClock.now()

process.on('message', (message: { jumpTo?: string }) => {
  if (message.jumpTo === undefined) return
  offset = fromIso(message.jumpTo) - systemClock.now()
  process.send?.({ jumped: message.jumpTo })
})

const now = (): EpochMs => epochMs(systemClock.now() + offset)

await run({
  env: process.env,
  argv: [],
  adapters: { clock: { now }, passwords: await cheapPasswords },
})
