// The end of accounts, for the operator: for a person who asks for it by mail (docs/decisions/080). Norte keeps running meanwhile; the
// settings are the same ones. It is as if the person had asked: they have 30 days to change their mind, and a mail tells them.
//
//   node scripts/operator/accounts.ts show EMAIL [--by=NAME]     whether the account is to be deleted, and when
//   node scripts/operator/accounts.ts delete EMAIL --by=NAME
//   node scripts/operator/accounts.ts keep EMAIL --by=NAME
import { parseArgs } from 'node:util'
import type { Deps } from '#server/deps.ts'
import {
  type DeletionReport,
  deleteFor,
  keepFor,
  showDeletion,
} from '#server/modules/account-deletions/operator.service.ts'
import { Refusal } from '#server/refusal.ts'
import { besideNorte } from './beside-norte.ts'
import { operatorName } from './operator-name.ts'
import { fail } from '../setup/project.mjs'

const USAGE = `Usage: node scripts/operator/accounts.ts show EMAIL [--by=NAME]
       node scripts/operator/accounts.ts delete|keep EMAIL --by=NAME`

const COMMANDS = { show: showDeletion, delete: deleteFor, keep: keepFor }

const { command, email, by } = asked()

function asked() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { by: { type: 'string' } },
    })
    const [name = '', address = '', ...rest] = positionals
    const known = Object.hasOwn(COMMANDS, name) ? (name as keyof typeof COMMANDS) : undefined
    if (known === undefined || address === '' || rest.length > 0) return fail(USAGE)
    // Who changes something answers for it by name.
    if (known !== 'show' && (values.by ?? '').trim() === '') return fail(USAGE)
    return { command: known, email: address.trim().toLowerCase(), by: values.by }
  } catch {
    return fail(USAGE)
  }
}

async function run(deps: Deps): Promise<void> {
  try {
    console.log(lineOf(await COMMANDS[command](deps, email, operatorName(by))))
  } catch (error) {
    if (!(error instanceof Refusal) || !error.code.startsWith('payment.')) throw error
    process.exitCode = 1
    console.error(
      'The payment provider did not stop the charges of this coach; nothing was changed. Try again later.',
    )
  }
}

function lineOf({ state, at }: DeletionReport): string {
  if (state === 'stays') return `${email}: the account stays`
  if (state === 'begun') return `${email}: the account is being deleted since ${at}; nothing brings it back`
  return `${email}: the account is deleted on ${at}`
}

await besideNorte(run, `Nobody has the address ${email}`)
