import { type ActivityDto, ActivityKind, SignInWay } from '#contract/account/activity.ts'
import { PaymentStatus } from '#contract/account/auth.ts'
import { PaymentCause } from '#contract/payments.ts'
import { type UserId, toWire } from '#contract/values.ts'
import type { ActivityRow } from './audit.repository.ts'
import { describeUserAgent } from './user-agent.domain.ts'

/** An entry for the person whom it concerns. Of an operator it says no name: Norte answers for them. */
export function presentActivity(userId: UserId, row: ActivityRow): ActivityDto {
  const detail = JSON.parse(row.detail) as Record<string, unknown>
  const personal = JSON.parse(row.personal ?? '{}') as Record<string, unknown>
  const { address, userAgent, email } = personal
  const { ended } = detail
  return {
    id: row.id,
    at: toWire(row.at),
    kind: ActivityKind.safeParse(row.kind).data ?? 'other',
    by: byOf(userId, row),
    ...describeUserAgent(textOf(userAgent)),
    address: textOf(address),
    way: SignInWay.safeParse(detail['way']).data ?? null,
    ended: typeof ended === 'number' ? ended : null,
    email: textOf(email),
    cause: PaymentCause.safeParse(detail['cause']).data ?? null,
    status: PaymentStatus.safeParse(detail['status']).data ?? null,
  }
}

function byOf(userId: UserId, { actor, actorUserId }: ActivityRow): ActivityDto['by'] {
  if (actor === 'person') return actorUserId === userId ? 'you' : 'somebody'
  if (actor === 'operator' || actor === 'system') return actor
  return 'unknown'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
