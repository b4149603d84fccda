import type { AssignmentDto } from '#contract/resources/resources.ts'
import type { ResourceId } from '#contract/values.ts'
import type { TestApp } from '../app.ts'
import { good } from '../groups.ts'

/** Whom a resource was given to, as the first page of its coach says. */
export async function assignmentsOf(
  app: TestApp,
  { token }: { token: string },
  resourceId: ResourceId,
): Promise<AssignmentDto[]> {
  const of = { params: { resourceId }, query: {} }
  return good(await app.call('GET /v1/resource/:resourceId/assign', of, token)).data
}
