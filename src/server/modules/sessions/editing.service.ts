import type { ParsedOf } from '#contract/endpoint.ts'
import type { putSession as putEndpoint } from '#contract/sessions/session-moves.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEvent } from '../../domain-events.ts'
import { recordAll } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { lockCalendar } from '../calendars/calendars.service.ts'
import { lockAndDecide, applyTransition } from './deciding.service.ts'
import { changedWording } from './editing.domain.ts'
import { decideOnSeries, ofSeries } from './series/series-scope.service.ts'
import { sessionEvent } from './sessions.domain.ts'
import { answerSession } from './sessions.service.ts'
import { titleFor } from '#server/modules/titles/titles.domain.ts'

/**
 * PUT: title, objective and where to meet, until it is closed; of one session, of it and those that follow in its
 * series, or of all future ones. An unchanged form records no event.
 */
export function putSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  { scope = 'one', ...wanted }: ParsedOf<typeof putEndpoint>['body'],
): Promise<SessionDto> {
  const command = { type: 'edit' as const }
  return deps.db.transaction().execute(async (tx) => {
    if (scope !== 'one') await lockCalendar(tx, scopeOf(actor))
    const { one, all } =
      scope === 'one'
        ? await lockAndDecide(deps, tx, actor, id, command).then((decided) => ({
            one: decided,
            all: [decided],
          }))
        : await decideOnSeries(deps, tx, actor, id, scope, command)
    const changes = all.map((decided) => {
      const title = titleFor(decided.session, { side: 'coach', language: actor.language }, deps.texts)
      return { decided, changed: changedWording({ ...decided.session, title }, wanted) }
    })
    const real = changes.filter(({ changed }) => Object.keys(changed).length > 0)
    for (const { decided, changed } of real) await applyTransition(tx, decided, changed)
    const told = ofSeries({ one, all: real.map(({ decided }) => decided) })
    const events = real.map(({ decided }): DomainEvent => {
      const { payload, ...happened } = sessionEvent(decided.session, actor.userId)
      return { type: 'session.edited', ...happened, payload: { ...payload, ...told(decided) } }
    })
    await recordAll(deps, tx, events)
    return answerSession(deps, tx, actor, id)
  })
}
