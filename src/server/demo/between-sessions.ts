import { z } from 'zod'
import { ActionStatus, type ActionDto } from '#contract/actions/actions.ts'
import type { GroupId, ResourceId } from '#contract/values.ts'
import type { Deps } from '../deps.ts'
import { listClientActions } from '../modules/actions/actions.service.ts'
import { setActionStatus } from '../modules/actions/changing.service.ts'
import { beginActionFile, finishActionFile } from '../modules/evidence/evidence.service.ts'
import { assignToGroup } from '../modules/groups/group-actions.service.ts'
import { listGroups } from '../modules/groups/groups.service.ts'
import { assignResource, setProgress } from '../modules/resources/giving.service.ts'
import { createResource } from '../modules/resources/resources.service.ts'
import { beginUpload, finishUpload } from '../modules/resources/uploads.service.ts'
import type { CoachActor } from '../policy/actor.ts'
import { type CastClient, idOf } from './clients.ts'
import { DemoFile, sendFile } from './files.ts'
import { type DemoPerson, clientActor, coachActor } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import data from './between-sessions.json' with { type: 'json' }

const Moment = z.string()

/** What the whole group was asked for, and what some of its people made of it. */
const GroupAction = z.strictObject({
  group: z.string(),
  at: Moment,
  text: z.string(),
  detail: z.string().optional(),
  /** Working days from today. */
  due: z.int().optional(),
  moves: z.array(z.strictObject({ who: z.string(), at: Moment, to: ActionStatus })).default([]),
})

/** A file that a client attached to one of their actions. */
const Evidence = z.strictObject({ client: z.string(), action: z.string(), at: Moment, file: DemoFile })

/** A file of the library, given to one client. */
const FileResource = z.strictObject({
  title: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  description: z.string(),
  created: Moment,
  file: DemoFile,
  given: z.array(
    z.strictObject({ client: z.string(), at: Moment, message: z.string(), viewed: Moment.optional() }),
  ),
})

const BetweenSessions = z.strictObject({
  groupActions: z.array(GroupAction),
  evidence: z.array(Evidence),
  resources: z.array(FileResource),
})

type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** What between-sessions.json tells: actions of groups, files of actions and of the library. */
export function tellBetweenSessions(stage: Stage, schedule: Schedule, cast: Cast): void {
  const { groupActions, evidence, resources } = BetweenSessions.parse(data)
  for (const each of groupActions) tellGroupAction(stage, schedule, each, cast)
  for (const each of evidence) tellEvidence(stage, schedule, each, cast)
  for (const each of resources) tellFileResource(stage, schedule, each, cast)
}

function tellGroupAction(
  stage: Stage,
  schedule: Schedule,
  { group, at, text, detail, due, moves }: z.infer<typeof GroupAction>,
  { coach, clients }: Cast,
): void {
  const { deps } = stage
  let actions: ActionDto[]
  stage.on(schedule.instant(at), async () => {
    const actor = await coachActor(deps, coach)
    const dueOn = due === undefined ? undefined : schedule.workday(due)
    const groupId = await groupCalled(deps, actor, group)
    actions = (await assignToGroup(deps, actor, groupId, { text, detail, dueOn })).data
  })
  for (const { who, at: movedAt, to } of moves) {
    const client = clients.get(who)!
    stage.on(schedule.instant(movedAt), async () => {
      const own = actions.find(({ clientId }) => clientId === idOf(client))!
      await setActionStatus(deps, await clientActor(deps, client.person), own.id, { status: to })
    })
  }
}

function tellEvidence(
  stage: Stage,
  schedule: Schedule,
  { client: key, action, at, file }: z.infer<typeof Evidence>,
  { clients }: Cast,
): void {
  const { deps } = stage
  const client = clients.get(key)!
  stage.on(schedule.instant(at), async () => {
    const actor = await clientActor(deps, client.person)
    const query = { direction: 'asc', items: 100, page: 1 } as const
    const { data: actions } = await listClientActions(deps, actor, idOf(client), query)
    const actionId = actions.find(({ text }) => text === action)!.id
    const fileId = await sendFile(deps, actor, file, (announced) =>
      beginActionFile(deps, actor, actionId, announced),
    )
    await finishActionFile(deps, actor, { actionId, fileId })
  })
}

function tellFileResource(
  stage: Stage,
  schedule: Schedule,
  { created, file, given, ...about }: z.infer<typeof FileResource>,
  { coach, clients }: Cast,
): void {
  const { deps } = stage
  let id: ResourceId
  stage.on(schedule.instant(created), async () => {
    const actor = await coachActor(deps, coach)
    const fileId = await sendFile(deps, actor, file, (announced) => beginUpload(deps, actor, announced))
    await finishUpload(deps, actor, fileId)
    id = (await createResource(deps, actor, { ...about, type: 'file', fileId, status: 'published' })).id
  })
  for (const { client: key, at, message, viewed } of given) {
    const client = clients.get(key)!
    stage.on(schedule.instant(at), async () => {
      const actor = await coachActor(deps, coach)
      await assignResource(deps, actor, id, { clientIds: [idOf(client)], groupIds: [], message })
    })
    if (viewed) {
      stage.on(schedule.instant(viewed), async () =>
        setProgress(deps, await clientActor(deps, client.person), id),
      )
    }
  }
}

async function groupCalled(deps: Deps, actor: CoachActor, name: string): Promise<GroupId> {
  const { data: groups } = await listGroups(deps, actor, {
    direction: 'asc',
    items: 1,
    page: 1,
    search: name,
  })
  return groups[0]!.id
}
