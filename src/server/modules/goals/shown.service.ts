import type { GoalInNeed } from '#contract/dashboard.ts'
import type { Deps } from '../../deps.ts'
import type { ClientActor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { photoOf } from '../files/files.service.ts'
import { healthOf } from './goal-health.domain.ts'
import { presentGoal } from './goals.presenter.ts'
import * as shown from './shown.repository.ts'

// What the dashboards show of goals.

/** A client's active goals, at most `most`, and how many there are. */
export function readActiveGoals(deps: Deps, actor: ClientActor, most: number) {
  const now = deps.clock.now()
  return shown.readActive(scopeOf(actor), most).map(({ rows, total }) => ({
    goals: rows.map((row) => presentGoal(row, actor, now, deps.texts)),
    activeGoals: total,
  }))
}

/** The goals of a practice that need attention (product §11), those that moved last first, and how many there are. */
export function readGoalsInNeed(deps: Deps, actor: CoachActor, most: number) {
  return shown.readInNeed(scopeOf(actor), deps.clock.now(), most).map(({ rows, total }) => ({
    goals: rows.map((row) => presentInNeed(deps, row)),
    goalsInNeed: total,
  }))
}

function presentInNeed(deps: Deps, row: shown.GoalInNeed): GoalInNeed {
  const { clientId, groupId, name, lastName, email, whatsapp, country } = row
  return {
    id: row.id,
    title: row.title,
    progress: row.progress,
    health: healthOf(row),
    client:
      clientId === null || name === null || lastName === null || email === null
        ? null
        : {
            id: clientId,
            name,
            lastName,
            fullName: `${name} ${lastName}`.trim(),
            photo: photoOf(deps, row.photoId),
            email,
            whatsapp,
            country,
          },
    group: groupId === null || row.groupName === null ? null : { id: groupId, name: row.groupName },
  }
}
