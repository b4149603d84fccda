import * as contract from '#contract/goals/goals.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './goals.service.ts'
import { checkInGoal, setGoalStatus } from './check-ins/progress.service.ts'
import { restoreCheckIn, takeBackCheckIn } from './check-ins/taking-back.service.ts'

export const goalRoutes: Route[] = [
  route(contract.createGoal, (deps, { actor, body }) => service.createGoal(deps, actor, body)),
  route(contract.listClientGoals, (deps, { actor, params, query }) =>
    service.listGoals(deps, actor, params, query),
  ),
  route(contract.listGroupGoals, (deps, { actor, params, query }) =>
    service.listGoals(deps, actor, params, query),
  ),
  route(contract.getGoal, (deps, { actor, params }) => service.getGoal(deps, actor, params.goalId)),
  route(contract.putGoal, (deps, { actor, params, body }) =>
    service.putGoal(deps, actor, params.goalId, body),
  ),
  route(contract.checkInGoal, (deps, { actor, params, body }) =>
    checkInGoal(deps, actor, params.goalId, body),
  ),
  route(contract.takeBackCheckIn, (deps, { actor, params }) => takeBackCheckIn(deps, actor, params)),
  route(contract.restoreCheckIn, (deps, { actor, params }) => restoreCheckIn(deps, actor, params)),
  route(contract.setGoalStatus, (deps, { actor, params, body }) =>
    setGoalStatus(deps, actor, params.goalId, body),
  ),
  route(contract.deleteGoal, (deps, { actor, params }) => service.deleteGoal(deps, actor, params.goalId)),
  route(contract.restoreGoal, (deps, { actor, params }) => service.restoreGoal(deps, actor, params.goalId)),
]
