import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { ClientId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { type ActionFacts, loadActionFacts } from './actions.facts.ts'
import { type AccountFacts, loadAccountFacts } from './accounts.facts.ts'
import { type ClientFacts, loadClientFacts } from './clients.facts.ts'
import type { Reader } from '#server/effects/effect.ts'
import { type GoalFacts, loadGoalFacts } from './goals.facts.ts'
import { type GroupFacts, loadGroupFacts } from './groups.facts.ts'
import { type MemorandumFacts, loadMemorandumFacts } from './memorandums.facts.ts'
import type { Recipient } from './people.ts'
import { type PaymentFacts, loadPaymentFacts } from './payments.facts.ts'
import { type ResourceFacts, loadResourceFacts } from './resources.facts.ts'
import { toldOf } from '#server/effects/plans/plan.ts'
import { type SessionsFacts, loadSessionFacts } from './sessions.facts.ts'
import { type WaitingFacts, loadWaitingFacts } from './waiting.facts.ts'

/** What the effects of one event need to know. */
export type Facts = AccountFacts &
  ClientFacts &
  GroupFacts &
  SessionsFacts &
  ActionFacts &
  MemorandumFacts &
  GoalFacts &
  ResourceFacts &
  WaitingFacts &
  PaymentFacts

/** Loads who and what an event concerns, all at once; undefined when the practice is gone. */
export async function loadFacts(deps: Deps, event: DomainEvent): Promise<Facts | undefined> {
  const told = toldOf(event)
  const [ofClient, ...others] = await Promise.all([
    loadClientFacts(deps, event, told),
    loadAccountFacts(deps, event, told),
    loadGroupFacts(deps, event, told),
    loadSessionFacts(deps, event),
    loadActionFacts(deps, event),
    loadMemorandumFacts(deps, event),
    loadGoalFacts(deps, event),
    loadResourceFacts(deps, event),
    loadWaitingFacts(deps, event),
    loadPaymentFacts(deps, event),
  ])
  if (!ofClient) return undefined
  const [ofAccount, ofGroup, ofSessions, ofAction, ofMemorandum, ofGoal, ofResource, ofWaiting, ofPayment] =
    others
  return {
    ...ofClient,
    ...ofAccount,
    ...ofGroup,
    ...ofSessions,
    ...ofAction,
    ...ofMemorandum,
    ...ofGoal,
    ...ofResource,
    ...ofWaiting,
    ...ofPayment,
  }
}

/** The recipients of an effect. A member who excused themselves gets nothing more about that session. */
export function recipientsOf(facts: Facts, reader: Reader): readonly Recipient[] {
  switch (reader) {
    case 'coach':
      return [facts.coach]
    case 'person':
      return facts.person ? [facts.person] : []
    case 'client':
      return facts.client
        ? [facts.client]
        : facts.members.filter(({ attendance }) => attendance !== 'excused')
    case 'attended':
      // A session with one person was held with them, unless its record says otherwise.
      return facts.client
        ? [facts.client].filter(({ attendance }) => attendance === null || CAME.includes(attendance))
        : facts.members.filter(({ attendance }) => attendance !== null && CAME.includes(attendance))
  }
}

/** Which of several members somebody is; undefined for anybody who is told of something alone. */
export function memberId({ userId }: Recipient, { members }: Facts): ClientId | undefined {
  return members.find((member) => member.userId === userId)?.clientId
}

const CAME: readonly AttendanceState[] = ['present', 'late']
