import type { MemorandumId } from '#contract/values.ts'
import { createMemorandum, setMemorandumStatus } from '../modules/memorandums/memorandums.service.ts'
import { type CastClient, idOf } from './clients.ts'
import { type DemoPerson, coachActor } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import type { World } from './world.ts'

type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** What the coach wrote to themselves: some of it done, some late, some to come. */
export function tellMemorandums(
  stage: Stage,
  schedule: Schedule,
  { memorandums }: World,
  { coach, clients }: Cast,
): void {
  const { deps } = stage
  for (const { text, written, due, time, client, done, ...more } of memorandums) {
    let id: MemorandumId | undefined
    stage.on(schedule.instant(written), async () => {
      const about = client === undefined ? {} : { clientId: idOf(clients.get(client)!) }
      const body = { description: text, date: schedule.workday(due), time, ...more, ...about }
      id = (await createMemorandum(deps, await coachActor(deps, coach), body)).id
    })
    if (done === undefined) continue
    stage.on(schedule.instant(done), async () =>
      setMemorandumStatus(deps, await coachActor(deps, coach), id!, 'done'),
    )
  }
}
