import type { Page } from '@playwright/test'
import type { GroupDetail } from '#contract/groups.ts'
import { type StagedCoach, callApi } from './people.ts'
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

/** Chooses from the menu of a group, or of a member in its list. */
export async function chooseOption(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Opciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
