import type { Operator } from '#contract/account/legal.ts'
import type { Deps } from '../../deps.ts'

/** The operator's data on /privacy and /terms (product §3), from the configuration. */
export function getOperator({ config }: Deps): Operator {
  return {
    name: config.operator.name ?? null,
    address: config.operator.address ?? null,
    privacyEmail: config.operator.email ?? null,
    supportEmail: config.supportEmail ?? null,
  }
}
