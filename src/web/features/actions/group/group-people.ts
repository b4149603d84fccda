import type { Output } from '#web/api/call.ts'

type Page = Pick<Output<'GET /v1/action/Group/:groupId'>, 'people'>

/** Who has a column in the table of a group's actions: each page names those of its rows. */
export function peopleOf(pages: readonly Page[]): Page['people'] {
  return [...new Map(pages.flatMap(({ people }) => people).map((one) => [one.clientId, one])).values()]
}
