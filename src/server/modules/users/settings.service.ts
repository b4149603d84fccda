import type { SessionUser } from '#contract/auth.ts'
import { CONTACT_LINKS, type SettingsBody } from '#contract/settings.ts'
import type { UserId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { isSelf } from '../../policy/user.policy.ts'
import { Refusal, found } from '../../refusal.ts'
import { getMe, loadActor } from '../auth/auth.service.ts'
import { isCountry } from '../countries/countries.service.ts'
import { updateSettings } from './settings.repository.ts'
import { recordUserChange } from './user-changes.service.ts'

/** GET: the person themselves; nobody else exists here. */
export async function getSettings(deps: Deps, actor: Actor, id: UserId): Promise<SessionUser> {
  if (!isSelf(actor, id)) throw new Refusal('user.not_found')
  return (await getMe(deps, actor)).user
}

/** PUT: changes what is given; answers the session user that replaces the one before (spec §4). */
export async function putSettings(
  deps: Deps,
  actor: Actor,
  id: UserId,
  body: SettingsBody,
): Promise<SessionUser> {
  if (!isSelf(actor, id)) throw new Refusal('user.not_found')
  await requireGoodSettings(actor, body)
  await deps.db.transaction().execute(async (tx) => {
    await updateSettings(tx, id, patchOf(body), deps.clock.now())
    await recordUserChange(deps, tx, id)
  })
  // Language and zone are part of what is kept of a signed-in person.
  deps.actors.forget(id)
  const fresh = found(await loadActor(deps, actor.authSessionId), 'auth.required')
  return (await getMe(deps, fresh)).user
}

async function requireGoodSettings(actor: Actor, { id, country }: SettingsBody): Promise<void> {
  const fields: Record<string, string> = {}
  if (!isSelf(actor, id)) fields['id'] = 'not_yours'
  if (!(await isCountry(country))) fields['country'] = 'country_invalid'
  if (Object.keys(fields).length > 0) throw new Refusal('request.invalid', fields)
}

function patchOf({ id: _, ...body }: SettingsBody) {
  const links = CONTACT_LINKS.filter((name) => body[name] !== undefined)
  return { ...body, ...Object.fromEntries(links.map((name) => [name, body[name] || null])) }
}
