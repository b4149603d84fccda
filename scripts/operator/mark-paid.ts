// Marks a coach as paid, for PAYMENT_PROVIDER=manual. Norte keeps running meanwhile; the settings are the same ones.
//
//   node scripts/operator/mark-paid.ts coach@example.org monthly|yearly
import { PlanId } from '#contract/payments.ts'
import { markPaid } from '#server/modules/payments/payments.service.ts'
import { besideNorte } from './beside-norte.ts'
import { fail } from '../setup/project.mjs'

const [email = '', plan] = process.argv.slice(2)
const planId = PlanId.safeParse(plan)
if (!planId.success) fail('Usage: node scripts/operator/mark-paid.ts coach@example.org monthly|yearly')

await besideNorte(async (deps) => {
  const { periodEndsAt } = await markPaid(deps, email.trim().toLowerCase(), planId.data)
  console.log(`${email} has paid until ${periodEndsAt}`)
}, `No coach has the address ${email}`)
