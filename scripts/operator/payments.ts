// The payments of coaches, for the operator (product §5). Norte keeps running meanwhile; the settings are the same ones. What is
// changed is a line of the coach's ledger, with who did it and why; what is read of people is noted in the audit log, under the name of
// the user of this machine unless --by says another.
//
//   node scripts/operator/payments.ts list [--by=NAME]
//   node scripts/operator/payments.ts show coach@example.org [--by=NAME]
//   node scripts/operator/payments.ts unknown [--by=NAME]
//   node scripts/operator/payments.ts reconcile [coach@example.org] --by=NAME --why=TEXT
//   node scripts/operator/payments.ts mark-paid coach@example.org monthly|yearly [--amount=499.00] --by=NAME --why=TEXT
//   node scripts/operator/payments.ts exempt coach@example.org --by=NAME --why=TEXT
//   node scripts/operator/payments.ts end-exemption coach@example.org --by=NAME --why=TEXT
//   node scripts/operator/payments.ts note-refund coach@example.org [LINE] --by=NAME --why=TEXT
import { parseArgs } from 'node:util'
import { auditOperator } from '#server/modules/audit/audit.service.ts'
import { PlanId } from '#contract/payments.ts'
import { ProviderAway, ProviderRefusal } from '#contract/payments/provider-failures.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/refusal.ts'
import {
  type ByOperator,
  type LedgerReport,
  type NotedRefund,
  type PaymentReport,
  type UnknownNotice,
  endExemption,
  exempt,
  listPayments,
  listUnknownNotices,
  markPaid,
  noteRefund,
  reconcileNow,
  showLedger,
} from '#server/modules/payments/operator.service.ts'
import { besideNorte } from './beside-norte.ts'
import { operatorName } from './operator-name.ts'
import { fail } from '../setup/project.mjs'

const USAGE = `Usage: node scripts/operator/payments.ts list [--by=NAME]
       node scripts/operator/payments.ts show EMAIL [--by=NAME]
       node scripts/operator/payments.ts unknown [--by=NAME]
       node scripts/operator/payments.ts reconcile [EMAIL] --by=NAME --why=TEXT
       node scripts/operator/payments.ts mark-paid EMAIL monthly|yearly [--amount=499.00] --by=NAME --why=TEXT
       node scripts/operator/payments.ts exempt|end-exemption EMAIL --by=NAME --why=TEXT
       node scripts/operator/payments.ts note-refund EMAIL [LINE] --by=NAME --why=TEXT`

const { command, email, detail: wanted, byOperator, reason, amount } = asked()

function asked() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { by: { type: 'string' }, why: { type: 'string' }, amount: { type: 'string' } },
    })
    const [name = '', address = '', detail] = positionals
    return {
      command: name,
      email: address.trim().toLowerCase(),
      detail,
      byOperator: values.by?.trim() ?? '',
      reason: values.why?.trim() ?? '',
      amount: values.amount,
    }
  } catch {
    return fail(USAGE)
  }
}

/** What was paid, in minor units: `499` and `499.00` are the same. Undefined if nothing is said of it. */
function minorOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const { units, parts = '' } = /^(?<units>\d{1,6})(?:\.(?<parts>\d{2}))?$/.exec(text)?.groups ?? fail(USAGE)
  const minor = Number(units) * 100 + Number(parts)
  return minor > 0 ? minor : fail(USAGE)
}

/** Answers the lines to print. */
function commandOf(): (deps: Deps) => Promise<string[]> {
  if (command === 'list')
    return async (deps) => noted(deps, 'operator.read', (await listPayments(deps)).map(lineOf))
  if (command === 'unknown')
    return async (deps) => noted(deps, 'operator.read', (await listUnknownNotices(deps)).map(noticeOf))
  if (email === '' && command !== 'reconcile') return fail(USAGE)
  if (command === 'show')
    return async (deps) => noted(deps, 'operator.read', (await showLedger(deps, email)).map(entryOf))
  if (byOperator === '' || reason === '' || (amount !== undefined && command !== 'mark-paid'))
    return fail(USAGE)
  const by: ByOperator = { byOperator, reason }
  if (command === 'reconcile') return (deps) => reconcile(deps, by)
  const planId = PlanId.safeParse(wanted)
  const minor = minorOf(amount)
  const changes: Record<string, (deps: Deps) => Promise<PaymentReport | undefined>> = {
    ...(planId.success && { 'mark-paid': (deps) => markPaid(deps, email, planId.data, by, minor) }),
    'end-exemption': (deps) => endExemption(deps, email, by),
  }
  if (command === 'exempt') return (deps) => exempted(deps, by)
  if (command === 'note-refund')
    return async (deps) => {
      const refund = await noteRefund(deps, email, by, wanted)
      const lines = [refundText(refund)]
      return refund.did === 'noted' ? lines : noted(deps, 'operator.read', lines)
    }
  const change = changes[command] ?? fail(USAGE)
  return async (deps) => {
    const report = await change(deps)
    return report ? [lineOf(report)] : nothing(deps)
  }
}

// A line of a ledger is in the audit log by itself; all else that is read or done is noted here, before anything is printed.
async function noted(
  deps: Deps,
  kind: 'operator.read' | 'operator.acted',
  lines: string[],
): Promise<string[]> {
  const operator = operatorName(byOperator)
  await auditOperator(deps, {
    kind,
    operator,
    command: `payments ${command}`,
    ...(email !== '' && { email }),
  })
  return lines
}

/** What changes nothing still tells where the payment is. */
function nothing(deps: Deps): Promise<string[]> {
  return noted(deps, 'operator.read', [`${email}: there was nothing to change`])
}

async function exempted(deps: Deps, by: ByOperator): Promise<string[]> {
  const report = await exempt(deps, email, by).catch((error: unknown) => {
    if (!(error instanceof ProviderAway) && !(error instanceof ProviderRefusal)) throw error
    return fail(`${error.message}: a card could still be charged, so nothing was changed`)
  })
  if (!report) return nothing(deps)
  if (!report.stopped) return [lineOf(report)]
  const stopped = `${email}: the card is not charged again, which ${deps.payments.provider} has been told`
  return noted(deps, 'operator.acted', [lineOf(report), stopped])
}

async function reconcile(deps: Deps, by: ByOperator): Promise<string[]> {
  const told = (lines: string[]) => noted(deps, 'operator.acted', lines)
  if (!deps.payments.accounts)
    return told([`The payment provider ${deps.payments.provider} keeps nothing to compare with`])
  const mended = await reconcileNow(deps, by, email === '' ? undefined : email).catch(
    async (error: unknown) => {
      if (error instanceof Refusal) throw error
      // Some may have been compared, and changed.
      await told([])
      if (!(error instanceof ProviderAway)) throw error
      return fail(`${error.message}: not everybody was compared`)
    },
  )
  return told(mended.length === 0 ? ['Nothing was different'] : mended.map(lineOf))
}

const lineOf = ({ email: address, paymentStatus, planId, periodEndsAt }: PaymentReport) =>
  [address, paymentStatus, planId ?? '-', periodEndsAt ?? '-'].join('  ')
const entryOf = ({ id, at, cause, provider, byOperator: who, reason: why }: LedgerReport) =>
  [id, at, cause, provider, who ?? '-', why ?? '-'].join('  ')

function refundText(noted: NotedRefund): string {
  if (noted.did === 'noted') return lineOf(noted.report)
  if (noted.why === 'noPayment') return `${email}: there is no such payment`
  const which = wanted === undefined ? 'the last payment' : 'this payment'
  return `${email}: ${which} (${noted.paidAt}) was given back already, and nothing was changed. For another one name its line, as \`show\` prints it first.`
}

const noticeOf = ({ at, provider, customer, type, id }: UnknownNotice) =>
  [at, provider, customer ?? '-', type, id].join('  ')

const run = commandOf()
await besideNorte(async (deps) => {
  for (const line of await run(deps)) console.log(line)
}, `No coach has the address ${email}`)
