// The product with the demo world, on a clock that stands still: the same pictures whenever they are made.
// Started by pictures/world.ts in a process of its own.
import { fillDemo } from '#server/demo/fill.ts'
import { run } from '#server/run.ts'
import { fixedClock, fromIso } from '#time/clock.ts'

const clock = fixedClock(fromIso(process.env['SHOWN_AT']!))

await run({ env: process.env, argv: ['--demo'], fillDemo, clock })
