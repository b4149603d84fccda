import type { Page } from '@playwright/test'
import type { GroupDetail } from '#contract/groups.ts'
import { bookRoom } from './calls.ts'
import { type StagedCoach, callApi, stageClient, stageCoach } from './people.ts'
import type { TestServer } from './server.ts'

/** A group that takes members, by the API. */
export async function stageGroup(
  server: TestServer,
  { token }: StagedCoach,
  body: { name: string; objective?: string; capacity?: number },
): Promise<string> {
  const created = await callApi<GroupDetail>(server, 'POST', '/v1/group', {
    token,
    body: { ...body, publish: true },
  })
  return created.id
}

/** Puts a client, or somebody new, into a group, by the API; answers the whole group. */
export function stageMember(
  server: TestServer,
  { token }: StagedCoach,
  groupId: string,
  person: { clientId: string } | { name: string; lastName: string; email: string },
): Promise<GroupDetail> {
  return callApi<GroupDetail>(server, 'POST', `/v1/group/${groupId}/member`, { token, body: person })
}

/** A group with a coach, Ana, and members of these names, whose session in our room begins in a moment. */
export async function stageGroupCall(server: TestServer, names: readonly string[]) {
  const coach = await stageCoach(server)
  const groupId = await stageGroup(server, coach, { name: 'Líderes', capacity: 11 })
  const people: { name: string; email: string }[] = [coach]
  for (const name of names) {
    const member = await stageClient(server, coach, { name })
    await stageMember(server, coach, groupId, { clientId: member.clientId })
    people.push(member)
  }
  const { id } = await bookRoom(server, coach, { type: 'Group', groupId }, 5)
  return { people, room: `/session/room/${id}` }
}

/** Chooses from the menu of a group, or of a member in its list. */
export async function chooseOption(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Opciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
