import type { SessionUser } from '#contract/account/auth.ts'
import type { CustomizationBody } from '#contract/account/customization.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { getMe } from '../auth/auth.service.ts'
import { type SentPicture, dropBytes, keepPicture, replacePicture } from '../files/files.service.ts'
import { keptText } from '#server/modules/users/kept-text.domain.ts'
import { lockBrand, updateBrand } from './brands.repository.ts'

/**
 * POST: changes a practice's appearance. Everybody in the practice gets an event, so that open screens of clients show
 * the new colour and logo at once (spec §1).
 */
export async function customize(
  deps: Deps,
  actor: CoachActor,
  body: CustomizationBody,
  sent: SentPicture | undefined,
): Promise<SessionUser> {
  const { coachId } = actor
  if (sent && body.removeLogo) throw new Refusal('request.invalid', { removeLogo: 'logo_and_removal' })
  const picture = sent ? await keepPicture(deps, actor.userId, sent, 'logo') : null
  const scope = scopeOf(actor)
  const replaced = await deps.db.transaction().execute(async (tx) => {
    const { logoId } = await lockBrand(tx, scope)
    const changesLogo = picture !== null || body.removeLogo === true
    const before = changesLogo
      ? await replacePicture(deps, tx, { ownerId: coachId, picture, replaces: logoId })
      : []
    const columns = {
      company_name: keptText(body.companyName),
      color_ui: keptText(body.colorUI),
      logo_id: picture?.id,
    }
    await updateBrand(tx, scope, columns, deps.clock.now())
    await record(deps, tx, {
      type: 'coach.changed',
      coachId,
      actorUserId: actor.userId,
      subjectId: coachId,
      payload: {},
    })
    return before
  })
  await dropBytes(deps, replaced)
  return (await getMe(deps, actor)).user
}
