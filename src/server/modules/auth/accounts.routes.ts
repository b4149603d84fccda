import {
  askEmailChange,
  askRecovery,
  changePassword,
  confirmEmailChange,
  endSignIns,
  listSignIns,
  lookAtRecovery,
  recover,
  switchMembership,
} from '#contract/account/accounts.ts'
import { listIdentities as identitiesContract } from '#contract/account/google.ts'
import { type Route, route } from '#server/route.ts'
import * as emails from './emails/email-change.service.ts'
import { listIdentities } from './identities/linked-identities.service.ts'
import * as passwords from './passwords/password.service.ts'
import * as recovery from './passwords/recovery.service.ts'
import * as signIns from './sign-in/sign-ins.service.ts'

export const accountRoutes: Route[] = [
  route(askRecovery, (deps, { body, origin }) => recovery.askRecovery(deps, body, origin)),
  route(lookAtRecovery, (deps, { body }) => recovery.lookAtRecovery(deps, body)),
  route(recover, (deps, { body, origin }) => recovery.recover(deps, body, origin)),
  route(switchMembership, (deps, { actor, body, origin }) =>
    signIns.switchMembership(deps, actor, body.membershipId, origin),
  ),
  route(changePassword, (deps, { actor, body, origin }) =>
    passwords.changePassword(deps, actor, body, origin),
  ),
  route(askEmailChange, (deps, { actor, body, origin }) => emails.askEmailChange(deps, actor, body, origin)),
  route(confirmEmailChange, (deps, { actor, body, origin }) =>
    emails.confirmEmailChange(deps, actor, body, origin),
  ),
  route(listSignIns, (deps, { actor }) => signIns.listSignIns(deps, actor)),
  route(endSignIns, (deps, { actor, query, body, origin }) =>
    signIns.endSignIns(deps, actor, { ...query, proof: body }, origin),
  ),
  route(identitiesContract, (deps, { actor }) => listIdentities(deps, actor)),
]
