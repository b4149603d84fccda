// The audit log, for the operator (docs/decisions/078). Norte keeps running meanwhile; the settings are the same ones.
//
//   node scripts/operator/audit.ts verify [--head=HASH]     computes the chain again; ends with 1 if it is broken
//   node scripts/operator/audit.ts show EMAIL [--by=NAME]   the last 200 entries of a person, which is noted itself
import { parseArgs } from 'node:util'
import type { Deps } from '#server/deps.ts'
import { showEntries } from '#server/modules/audit/audit.service.ts'
import { type Break, verifyLog } from '#server/modules/audit/verifying.service.ts'
import { besideNorte } from './beside-norte.ts'
import { operatorName } from './operator-name.ts'
import { fail } from '../setup/project.mjs'

const USAGE = `Usage: node scripts/operator/audit.ts verify [--head=HASH]
       node scripts/operator/audit.ts show EMAIL [--by=NAME]`

const { command, email, by, head } = asked()

function asked() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { by: { type: 'string' }, head: { type: 'string' } },
    })
    const [name = '', address = '', ...rest] = positionals
    if (rest.length > 0) return fail(USAGE)
    return { command: name, email: address.trim().toLowerCase(), by: values.by, head: values.head?.trim() }
  } catch {
    return fail(USAGE)
  }
}

function run(): (deps: Deps) => Promise<void> {
  if (command === 'show' && email !== '' && head === undefined) return show
  if (command !== 'verify' || email !== '' || by !== undefined) return fail(USAGE)
  if (head !== undefined && !/^[\da-f]{64}$/i.test(head))
    return fail('--head takes the 64 hexadecimal digits of a head')
  return verify
}

async function verify(deps: Deps): Promise<void> {
  const verified = await verifyLog(deps, { head })
  const { seals, erased, waiting, broken } = verified
  console.log(`${seals} entries verified, of which ${erased} without personal details`)
  if (waiting > 0)
    console.log(`${waiting} entries have waited for minutes to be sealed: is a worker running?`)
  if (broken) {
    process.exitCode = 1
    console.error(`Broken: ${textOf(broken)}`)
  } else if (verified.head) console.log(`head ${verified.head.hash} (${seals})`)
}

const TEXTS: Record<Break['what'], string> = {
  sealMissing: 'a place of the chain is missing',
  entryMissing: 'its entry is missing',
  changed: 'the entry, or its place, is not the one that was sealed',
  detailChanged: 'the personal details of the entry are not those that were written',
  outside: 'an entry is in no place of the chain: it was added around Norte, or its seal was removed',
  headMissing: 'the chain does not contain this head: its end was cut off, or it is of another installation',
}

function textOf({ what, seq, at }: Break): string {
  const place = [seq === null ? '' : `place ${seq}`, at ?? ''].filter((part) => part !== '').join(', ')
  return place === '' ? TEXTS[what] : `${place}: ${TEXTS[what]}`
}

async function show(deps: Deps): Promise<void> {
  for (const { at, kind, actor, actorUserId, operator, detail, personal } of await showEntries(
    deps,
    email,
    operatorName(by),
  )) {
    console.log([at, kind, operator ?? actorUserId ?? actor, detail, personal ?? '-'].join('  '))
  }
}

await besideNorte(run(), `Nobody has the address ${email}`)
