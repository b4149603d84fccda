import { z } from 'zod'
import { GoalMeasure } from '#contract/goals/goal-measures.ts'
import { type GoalDetail, GoalStatus } from '#contract/goals/goals.ts'
import type { GroupId } from '#contract/values.ts'
import { createAction } from '../modules/actions/actions.service.ts'
import { createGoal, putGoal } from '../modules/goals/goals.service.ts'
import { checkInGoal, setGoalStatus } from '../modules/goals/check-ins/progress.service.ts'
import { listGroups } from '../modules/groups/groups.service.ts'
import type { Actor } from '../policy/actor.ts'
import { type CastClient, idOf } from './clients.ts'
import { type DemoPerson, clientActor, coachActor } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import data from './goals.json' with { type: 'json' }

const Moment = z.string()

const Goal = z.strictObject({
  client: z.string().optional(),
  group: z.string().optional(),
  by: z.enum(['coach', 'client']),
  at: Moment,
  title: z.string(),
  why: z.string().optional(),
  area: z.string(),
  measure: GoalMeasure,
  baseline: z.number().optional(),
  target: z.number().optional(),
  unit: z.string().optional(),
  /** Working days from today, as are those of its milestones. */
  until: z.int(),
  milestones: z.array(z.strictObject({ text: z.string(), on: z.int(), done: Moment.optional() })).default([]),
  /** Noted by a side, or by the client of this key in their group. */
  checkIns: z
    .array(z.strictObject({ by: z.string(), at: Moment, value: z.number(), comment: z.string().optional() }))
    .default([]),
  /** It was worded differently until then. */
  before: z.string().optional(),
  rewordedAt: Moment.optional(),
  actions: z.array(z.strictObject({ at: Moment, text: z.string() })).default([]),
  ends: z
    .strictObject({
      by: z.enum(['coach', 'client']),
      at: Moment,
      status: GoalStatus,
      reflection: z.string(),
      score: z.int(),
    })
    .optional(),
})
type DemoGoal = z.infer<typeof Goal>

type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** Every goal of goals.json, with what was noted, reached and learnt on the way. */
export function tellGoals(stage: Stage, schedule: Schedule, cast: Cast): void {
  for (const about of z.array(Goal).parse(data)) tellGoal(stage, schedule, about, cast)
}

function tellGoal(stage: Stage, schedule: Schedule, about: DemoGoal, { coach, clients }: Cast): void {
  const { deps } = stage
  const personOf = (key: string) => clients.get(key)!
  const at = (moment: string, act: (actor: Actor) => Promise<unknown>, by: string) =>
    stage.on(schedule.instant(moment), async () => {
      if (by === 'coach') return act(await coachActor(deps, coach))
      const { person } = personOf(by === 'client' ? about.client! : by)
      return act(await clientActor(deps, person))
    })
  let goal: GoalDetail
  const owner = async () => {
    if (about.client !== undefined) return { clientId: idOf(personOf(about.client)) }
    return { groupId: await groupNamed(about.group!) }
  }
  const groupNamed = async (name: string): Promise<GroupId> => {
    const actor = await coachActor(deps, coach)
    const { data: groups } = await listGroups(deps, actor, { direction: 'asc', items: 100, page: 1 })
    return groups.find((group) => group.name === name)!.id
  }
  const { title, why, area, measure, baseline, target, unit } = about
  const startsAs = about.before ?? title
  at(
    about.at,
    async (actor) => {
      const numbers = { baseline, target, unit }
      const milestones = about.milestones.map(({ text, on: day }) => ({ text, date: schedule.workday(day) }))
      const typed = { title: startsAs, why, area, measure, ...numbers, milestones }
      goal = await createGoal(deps, actor, {
        ...typed,
        ...(await owner()),
        targetDate: schedule.workday(about.until),
      })
    },
    about.by,
  )
  if (about.rewordedAt) at(about.rewordedAt, (actor) => putGoal(deps, actor, goal.id, { title }), 'coach')
  for (const { done, text } of about.milestones) {
    if (done === undefined) continue
    at(
      done,
      (actor) => {
        const { id } = goal.milestones.find((each) => each.text === text)!
        return checkInGoal(deps, actor, goal.id, { milestones: [{ id, done: true }] })
      },
      'client',
    )
  }
  for (const { by, at: moment, value, comment } of about.checkIns) {
    at(moment, (actor) => checkInGoal(deps, actor, goal.id, { value, ...(comment && { comment }) }), by)
  }
  for (const { at: moment, text } of about.actions) {
    at(moment, (actor) => createAction(deps, actor, { text, goalId: goal.id }), 'client')
  }
  if (about.ends) {
    const { by, at: moment, ...ending } = about.ends
    at(moment, (actor) => setGoalStatus(deps, actor, goal.id, ending), by)
  }
}
