import type { Transaction } from 'kysely'
import type { Profile, ProfileBody } from '#contract/account/profiles.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { Refusal } from '../../refusal.ts'
import { renameClients } from '../clients/clients.service.ts'
import { recordUserChange } from '#server/modules/auth/user-changes.service.ts'
import { keptList, keptText } from '#server/modules/users/kept-text.domain.ts'
import { tellOfPayerLater } from '../payments/accounts/payer.service.ts'
import { refusedFields } from './profiles.domain.ts'
import { presentProfile } from './profiles.presenter.ts'
import * as profiles from './profiles.repository.ts'

/** GET: only the person's own profile. */
export async function getProfile(deps: Deps, actor: Actor): Promise<Profile> {
  return presentProfile(await profiles.findProfile(deps.db, actor.userId), actor.userType)
}

/** PUT: changes the given fields. The person's coaches see a new name at once. */
export async function putProfile(deps: Deps, actor: Actor, change: ProfileBody): Promise<Profile> {
  const { userId } = actor
  const refused = refusedFields(change, actor.userType, dateOf(deps.clock.now(), actor.timezone))
  if (Object.keys(refused).length > 0) throw new Refusal('request.invalid', refused)
  return deps.db.transaction().execute(async (tx) => {
    await write(deps, tx, actor, change)
    await recordUserChange(deps, tx, userId)
    return presentProfile(await profiles.findProfile(tx, userId), actor.userType)
  })
}

async function write(deps: Deps, tx: Transaction<DB>, actor: Actor, change: ProfileBody): Promise<void> {
  const now = deps.clock.now()
  const name = change.name?.normalize('NFC')
  const lastName = change.lastName?.normalize('NFC')
  await profiles.updatePerson(
    tx,
    actor.userId,
    {
      name,
      last_name: lastName,
      job_occupation: keptText(change.jobOcuppation),
      birthday: change.birthday,
      about_me: keptText(change.aboutMe),
      expectations: keptText(change.expectations),
      color_scheme: change.colorScheme,
    },
    now,
  )
  if (name !== undefined || lastName !== undefined) {
    await renameClients(deps, tx, actor.userId, { name, lastName })
    await tellOfPayerLater(deps, tx, actor.userId)
  }
  if (actor.userType === 'client') return
  await profiles.updateCoach(
    tx,
    actor.userId,
    {
      bio: keptText(change.bio),
      specialities: keptList(change.specialities),
      spoken_languages: keptList(change.spokenLanguages),
      credentials: keptList(change.credentials),
      practising_since: change.practisingSince,
    },
    now,
  )
}
