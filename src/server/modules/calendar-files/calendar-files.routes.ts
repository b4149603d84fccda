import * as contract from '#contract/calendar/calendar-files.ts'
import { Download, type Route, route } from '#server/route.ts'
import { readFeed, sessionIcs } from './calendar-files.service.ts'

export const calendarFileRoutes: Route[] = [
  route(contract.readFeed, async (deps, { params }) => {
    const { content, tag } = await readFeed(deps, params.file)
    return calendarFile(content, {
      'cache-control': 'private, max-age=300',
      'etag': tag,
    })
  }),
  route(contract.getSessionIcs, async (deps, { actor, params }) => {
    const { content, fileName } = await sessionIcs(deps, actor, params.sessionId)
    return calendarFile(content, { 'content-disposition': `attachment; filename="${fileName}"` })
  }),
]

function calendarFile(content: string, headers: Record<string, string>): Download {
  return new Download(content, {
    'content-type': 'text/calendar; charset=utf-8',
    ...headers,
  })
}
