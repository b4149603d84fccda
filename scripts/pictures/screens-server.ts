// The product with the demo data, on a fixed clock, so that the pictures are always the same. Started by
// pictures/world.ts in a separate process.
import { fillDemo } from '#server/demo/fill.ts'
import { run } from '#server/run.ts'
import { fixedClock, fromIso } from '#time/clock.ts'

const clock = fixedClock(fromIso(process.env['SHOWN_AT']!))

await run({ env: process.env, argv: ['--demo'], fillDemo, adapters: { clock } })
