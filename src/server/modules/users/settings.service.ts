import type { SessionUser } from '#contract/account/auth.ts'
import type { NewsPreferences } from '#contract/account/news-preferences.ts'
import { CONTACT_LINKS, type SettingsBody, type SettingsPart } from '#contract/account/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import * as userPolicy from '../../policy/user.policy.ts'
import { Refusal, found } from '../../refusal.ts'
import { moveReminders } from '../actions/reminders.service.ts'
import { getMe, loadActor } from '../auth/auth.service.ts'
import { followZone } from '../memorandums/reminding.service.ts'
import { isCountry } from '../countries/countries.service.ts'
import { tellOfPayerLater } from '../payments/accounts/payer.service.ts'
import { movePaymentReminders } from '../payments/reminders/reminders.service.ts'
import { getNewsPreferences, keepDaily, putNewsPreferences } from '../preferences/preferences.service.ts'
import { updateSettings } from './settings.repository.ts'
import { recordUserChange } from '#server/modules/auth/user-changes.service.ts'

/** GET: only the person's own settings. */
export async function getSettings(deps: Deps, actor: Actor): Promise<SessionUser> {
  return (await getMe(deps, actor)).user
}

/** GET …/preferences: what the person is told, and how. */
export async function getPreferences(deps: Deps, actor: Actor): Promise<{ news: NewsPreferences }> {
  return { news: await getNewsPreferences(deps, actor) }
}

/** PUT: changes the given settings; returns the new session user (spec §4). */
export async function putSettings(deps: Deps, actor: Actor, body: SettingsBody): Promise<SessionUser> {
  const { id: userId, ...settings } = body
  if (!userPolicy.can(actor, 'manage', { userId })) throw new Refusal('request.invalid', { id: 'not_yours' })
  return putSettingsPart(deps, actor, settings)
}

/** PUT …/preferences: changes the given settings; the others are kept, even if they were never filled in. */
export async function putSettingsPart(
  deps: Deps,
  actor: Actor,
  { news, ...body }: SettingsPart,
): Promise<SessionUser> {
  const { userId } = actor
  if (body.country !== undefined && !isCountry(body.country))
    throw new Refusal('request.invalid', { country: 'country_invalid' })
  await deps.db.transaction().execute(async (tx) => {
    await updateSettings(tx, userId, patchOf(body), deps.clock.now())
    // Of the person's own practice, if they have one, whatever space they are in now.
    // First, because it locks the payment, which what follows refers to.
    if (body.timezone !== undefined) await movePaymentReminders(deps, tx, userId)
    if (body.timezone !== undefined) await followZone(deps, tx, userId, body.timezone)
    if (body.timezone !== undefined) await moveReminders(deps, tx, userId)
    if (body.language !== undefined) await tellOfPayerLater(deps, tx, userId)
    if (news) await putNewsPreferences(deps, tx, actor, news)
    if (body.timezone !== undefined) await keepDaily(deps, tx, userId)
    await recordUserChange(deps, tx, userId)
  })
  // Language and zone are part of the cached actor.
  deps.actors.forget(userId)
  const fresh = found(await loadActor(deps, actor.authSessionId), 'auth.required')
  return (await getMe(deps, fresh)).user
}

function patchOf(body: Omit<SettingsPart, 'news'>) {
  const links = CONTACT_LINKS.filter((name) => body[name] !== undefined)
  return { ...body, ...Object.fromEntries(links.map((name) => [name, body[name] || null])) }
}
