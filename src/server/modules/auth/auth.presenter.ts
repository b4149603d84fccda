import type { CoachCard, Me, SessionUser } from '#contract/account/auth.ts'
import { toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, ClientActor } from '../../policy/actor.ts'
import { photoOf } from '../files/files.service.ts'
import { endIfAny } from './grace.domain.ts'
import type { MeRow } from './auth.repository.ts'

/**
 * The response of auth/me. A client's payment says whether their coach has paid; the details are only for the coach.
 */
export function presentMe(deps: Deps, actor: Actor, row: MeRow): Me {
  const isCoach = actor.userType === 'coach'
  return {
    id: actor.userId,
    payment: actor.paid,
    paymentStatus: isCoach ? actor.paymentStatus : null,
    userType: actor.userType,
    user: presentUser(deps, actor, row),
    memberships: row.memberships.map(({ id, userType, name, lastName, companyName, role }) => ({
      id,
      userType,
      coachName: `${name} ${lastName}`,
      companyName,
      role,
      current: id === actor.membershipId,
    })),
  }
}

function presentUser(deps: Deps, actor: Actor, row: MeRow): SessionUser {
  const isCoach = actor.userType === 'coach'
  return {
    id: actor.userId,
    name: row.name,
    lastName: row.lastName,
    fullName: `${row.name} ${row.lastName}`,
    email: actor.email,
    emailVerified: actor.emailVerified,
    role: row.role,
    jobOcuppation: row.jobOccupation,
    // A client's own company, which may pay for the coaching (product §1 D11); the coach's is in `coach`.
    companyName: isCoach ? row.companyName : row.clientCompanyName,
    photo: photoOf(deps, row.photoId),
    language: actor.language,
    colorScheme: row.colorScheme,
    country: row.country,
    city: row.city,
    timezone: actor.timezone,
    facebook: row.facebook,
    instagram: row.instagram,
    twitter: row.twitter,
    linkedIn: row.linkedIn,
    teams: row.teams,
    meet: row.meet,
    zoom: row.zoom,
    skype: row.skype,
    whatsapp: row.whatsapp,
    facetime: row.facetime,
    phone: row.phone,
    group: row.group,
    colorUI: isCoach ? row.colorUI : null,
    companyPhoto: isCoach ? photoOf(deps, row.logoId) : null,
    coach: isCoach ? null : presentCoach(deps, actor, row),
    clientId: isCoach ? null : actor.clientId,
    hasPassword: Boolean(row.hasPassword),
    googleLinked: Boolean(row.googleLinked),
    endsAt: toWire(endIfAny(row.endsAt, row.daysLeft, deps.clock.now())),
  }
}

function presentCoach(deps: Deps, actor: ClientActor, row: MeRow): CoachCard {
  return {
    id: actor.coachId,
    name: row.coachName,
    lastName: row.coachLastName,
    photo: photoOf(deps, row.coachPhotoId),
    timezone: row.coachTimezone,
    companyName: row.companyName,
    colorUI: row.colorUI,
    companyPhoto: photoOf(deps, row.logoId),
    endsAt: toWire(endIfAny(row.coachEndsAt, row.coachDaysLeft, deps.clock.now())),
  }
}
