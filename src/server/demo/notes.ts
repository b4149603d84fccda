import { documentOfLines } from '#contract/rich-text/rich-text-lines.ts'
import type { GroupId, NoteId } from '#contract/values.ts'
import { createNote, putNote, setShared } from '#server/modules/notes/notes.service.ts'
import { type CastClient, idOf } from './clients.ts'
import { type DemoPerson, coachActor } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import type { DemoNote, World } from './world.ts'

type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** The coach's notes of world.json: written, some rewritten later, some shared. */
export function tellNotes(stage: Stage, schedule: Schedule, world: World, cast: Cast): void {
  for (const note of world.notes) tellNote(stage, schedule, note, cast)
}

function tellNote(stage: Stage, schedule: Schedule, note: DemoNote, { coach, clients }: Cast): void {
  const { deps } = stage
  const { at, template, title, text, tags, pinned, rewritten, shared } = note
  let id: NoteId
  stage.on(schedule.instant(at), async () => {
    id = deps.newId<NoteId>()
    const about =
      'group' in note.about
        ? await groupNamed(stage, note.about.group)
        : personCalled(clients, note.about.client)
    const words = { title, body: documentOfLines(text) }
    await createNote(deps, await coachActor(deps, coach), { id, template, tags, pinned, ...words, ...about })
  })
  if (rewritten) {
    stage.on(schedule.instant(rewritten.at), async () =>
      putNote(deps, await coachActor(deps, coach), id, { basedOn: 1, body: documentOfLines(rewritten.text) }),
    )
  }
  if (shared === undefined) return
  stage.on(schedule.instant(shared), async () => setShared(deps, await coachActor(deps, coach), id, true))
}

function personCalled(clients: Cast['clients'], key: string) {
  const client = clients.get(key)
  if (!client) throw new Error(`Nobody is called ${key}`)
  return { clientId: idOf(client) }
}

/** A group of the demo by its name. */
export async function groupNamed({ deps }: Stage, name: string): Promise<{ groupId: GroupId }> {
  const { id } = await deps.db
    .selectFrom('groups')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow()
  return { groupId: id }
}
