// Shows the mails and other jobs that were given up, and puts them back. Norte keeps running meanwhile; the settings are
// the same ones.
//
//   node scripts/operator/given-up.ts          one line each: when, queue, the event it belongs to, the last error
//   node scripts/operator/given-up.ts retry    puts all of them back into their queues
import { toIso } from '#time/clock.ts'
import { besideNorte } from './beside-norte.ts'
import { fail } from '../setup/project.mjs'

const [command = 'list'] = process.argv.slice(2)
if (command !== 'list' && command !== 'retry') fail('Usage: node scripts/operator/given-up.ts [retry]')

await besideNorte(async ({ jobs }) => {
  if (command === 'retry') return console.log(`${await jobs.retryGivenUp()} jobs put back`)
  const all = await jobs.listGivenUp()
  for (const { givenUpAt, queue, data, reason } of all) {
    console.log(`${toIso(givenUpAt)}  ${queue}  ${JSON.stringify(data)}  ${reason}`)
  }
  console.log(`${all.length} jobs were given up`)
}, 'Refused')
