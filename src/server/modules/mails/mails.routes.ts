import * as contract from '#contract/mails.ts'
import { type Route, route } from '#server/route.ts'
import { mailsToday } from './mail-limits.service.ts'

export const mailRoutes: Route[] = [
  route(contract.getMailsToday, (deps, { actor }) => mailsToday(deps, actor)),
]
