import type { Operator } from '#contract/account/legal.ts'
import type { Deps } from '../../deps.ts'

/** What /privacy and /terms fill in (product §3), as the operator has set it. */
export function getOperator({ config }: Deps): Operator {
  return {
    name: config.operator.name ?? null,
    address: config.operator.address ?? null,
    privacyEmail: config.operator.email ?? null,
    supportEmail: config.supportEmail ?? null,
  }
}
