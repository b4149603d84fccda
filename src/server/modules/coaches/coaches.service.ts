import type { Kysely } from 'kysely'
import type { CoachPage, ContactKind } from '#contract/coaches.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import { requireCalendar } from '../calendars/calendars.service.ts'
import { isActiveClient } from '../clients/clients.service.ts'
import { nextSessionOf } from '#server/modules/sessions/views/overview.service.ts'
import { chosenContacts, hasMeetingLink } from './coaches.domain.ts'
import { type AroundCoach, presentCoach } from './coaches.presenter.ts'
import { findCoach, readCoach, updateShownContacts } from './coaches.repository.ts'

/** GET: a client's coach, or the coach's own page. */
export async function getCoach(deps: Deps, actor: Actor): Promise<CoachPage> {
  return answerCoach(deps, deps.db, actor)
}

/** PUT: which contacts clients see; open pages are updated at once. */
export async function putCoach(
  deps: Deps,
  actor: CoachActor,
  { shownContacts }: { shownContacts: readonly ContactKind[] },
): Promise<CoachPage> {
  const { coachId } = actor
  return deps.db.transaction().execute(async (tx) => {
    await updateShownContacts(tx, scopeOf(actor), chosenContacts(shownContacts), deps.clock.now())
    await record(deps, tx, {
      type: 'coach.changed',
      coachId,
      actorUserId: actor.userId,
      subjectId: coachId,
      payload: {},
    })
    return answerCoach(deps, tx, actor)
  })
}

/** Which first steps of a practice are done, of those on its coach's page: a logo, and a meeting address. */
export function readCoachSetup(actor: CoachActor) {
  return readCoach(scopeOf(actor)).map(([row]) => {
    const coach = found(row, 'coach.not_found')
    return {
      hasHours: coach.hoursReviewedAt !== null,
      hasLogo: coach.logoId !== null,
      hasLinks: hasMeetingLink(coach),
      offersNorte: coach.offersNorte ?? false,
    }
  })
}

async function answerCoach(deps: Deps, db: Kysely<DB>, actor: Actor): Promise<CoachPage> {
  const scope = scopeOf(actor)
  const row = found(await findCoach(db, scope), 'coach.not_found')
  const { cancelNoticeMin, minNoticeMin } = await requireCalendar(deps, scope, db)
  const own = actor.userType === 'client' ? await ownOf(deps, actor) : { nextSession: null, canBook: false }
  return presentCoach(deps, actor, row, { policy: { cancelNoticeMin, minNoticeMin }, ...own })
}

/** The viewing client's own data on the page. */
async function ownOf(deps: Deps, actor: ClientActor): Promise<Omit<AroundCoach, 'policy'>> {
  const [nextSession, isActive] = await Promise.all([nextSessionOf(deps, actor), isActiveClient(deps, actor)])
  return { nextSession, canBook: actor.paid && isActive }
}
