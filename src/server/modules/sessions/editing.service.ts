import type { ParsedOf } from '#contract/endpoint.ts'
import type { putSession as putEndpoint } from '#contract/session-moves.ts'
import type { SessionDto } from '#contract/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { decideOn, swap } from './deciding.service.ts'
import { changedWording } from './editing.domain.ts'
import { happenedTo } from './sessions.domain.ts'
import { answerSession } from './sessions.service.ts'

/** PUT: title, objective and where to meet, until it is closed. What is as it was is no news. */
export function putSession(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  { scope: _scope, ...wanted }: ParsedOf<typeof putEndpoint>['body'],
): Promise<SessionDto> {
  return deps.db.transaction().execute(async (tx) => {
    const decided = await decideOn(deps, tx, actor, id, { type: 'edit' })
    const changed = changedWording(decided.session, wanted)
    if (Object.keys(changed).length > 0) {
      await swap(tx, decided, changed)
      await record(deps, tx, { type: 'session.edited', ...happenedTo(decided.session, actor.userId) })
    }
    return answerSession(deps, tx, actor, id)
  })
}
