import { assignToGroup, listGroupActions } from '#contract/actions/group-actions.ts'
import * as contract from '#contract/groups.ts'
import { type Route, route } from '#server/route.ts'
import { addMember } from './adding.service.ts'
import { putGroupPhoto, removeGroupPhoto } from './group-photos.service.ts'
import * as groupActions from './group-actions.service.ts'
import * as groups from './groups.service.ts'
import { leaveGroup, removeMember, resendMemberInvitation } from './members.service.ts'

export const groupRoutes: Route[] = [
  route(listGroupActions, (deps, { actor, params, query }) =>
    groupActions.listGroupActions(deps, actor, params.groupId, query),
  ),
  route(assignToGroup, (deps, { actor, params, body }) =>
    groupActions.assignToGroup(deps, actor, params.groupId, body),
  ),
  route(contract.createGroup, (deps, { actor, body }) => groups.createGroup(deps, actor, body)),
  route(contract.getGroup, (deps, { actor, params }) => groups.getGroup(deps, actor, params.groupId)),
  route(contract.putGroup, (deps, { actor, params, body }) =>
    groups.putGroup(deps, actor, params.groupId, body),
  ),
  route(contract.listGroups, (deps, { actor, query }) => groups.listGroups(deps, actor, query)),
  route(contract.listGroupsOfClient, (deps, { actor, params, query }) =>
    groups.listGroupsOfClient(deps, actor, params.clientId, query),
  ),
  route(contract.transitionGroup, (deps, { actor, params, body }) =>
    groups.transitionGroup(deps, actor, params.groupId, body.status),
  ),
  route(contract.postGroupPhoto, (deps, { actor, params, upload }) =>
    putGroupPhoto(deps, actor, params.groupId, upload),
  ),
  route(contract.deleteGroupPhoto, (deps, { actor, params }) =>
    removeGroupPhoto(deps, actor, params.groupId),
  ),
  route(contract.addMember, (deps, { actor, params, body }) => addMember(deps, actor, params.groupId, body)),
  route(contract.removeMember, (deps, { actor, params }) => removeMember(deps, actor, params)),
  route(contract.resendMemberInvitation, (deps, { actor, params }) =>
    resendMemberInvitation(deps, actor, params),
  ),
  route(contract.leaveGroup, (deps, { actor, params }) => leaveGroup(deps, actor, params.groupId)),
]
