import { documentOfLines } from '#contract/rich-text/rich-text-lines.ts'
import type { GroupId, ResourceId } from '#contract/values.ts'
import { listGroups } from '../modules/groups/groups.service.ts'
import { assignResource, setProgress } from '../modules/resources/giving.service.ts'
import { createResource, putResource } from '../modules/resources/resources.service.ts'
import { type CastClient, idOf } from './clients.ts'
import { type DemoPerson, clientActor, coachActor } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import type { DemoResource, World } from './world.ts'

type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** Every resource of world.json, and what people did with it. */
export function tellResources(stage: Stage, schedule: Schedule, world: World, cast: Cast): void {
  for (const resource of world.resources) tellResource(stage, schedule, resource, cast)
}

function tellResource(
  stage: Stage,
  schedule: Schedule,
  { created, status, given, body: lines, ...about }: DemoResource,
  { coach, clients }: Cast,
): void {
  const { deps } = stage
  const body = lines === undefined ? undefined : documentOfLines(lines)
  let id: ResourceId
  stage.on(schedule.instant(created), async () => {
    const actor = await coachActor(deps, coach)
    id = (await createResource(deps, actor, { ...about, body, status: 'published' })).id
    if (status !== 'published') await putResource(deps, actor, id, { status })
  })
  for (const { clients: keys, group, at, message, due, viewed, completed } of given) {
    const people = keys.map((key) => clients.get(key)!)
    stage.on(schedule.instant(at), async () => {
      const actor = await coachActor(deps, coach)
      const query = { direction: 'asc', items: 1, page: 1, search: group } as const
      const groupIds: GroupId[] = group ? [(await listGroups(deps, actor, query)).data[0]!.id] : []
      const clientIds = people.map(idOf)
      const dueOn = due === undefined ? undefined : schedule.workday(due)
      await assignResource(deps, actor, id, { clientIds, groupIds, message, dueOn })
    })
    const [first] = people
    if (viewed) {
      stage.on(schedule.instant(viewed), async () =>
        setProgress(deps, await clientActor(deps, first!.person), id),
      )
    }
    if (completed) {
      stage.on(schedule.instant(completed), async () =>
        setProgress(deps, await clientActor(deps, first!.person), id, true),
      )
    }
  }
}
