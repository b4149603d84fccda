import * as contract from '#contract/calendar/calendar-files.ts'
import { type Route, route } from '#server/route.ts'
import { createFeed, deleteFeed, getFeed } from './feeds.service.ts'

export const feedRoutes: Route[] = [
  route(contract.getFeed, (deps, { actor }) => getFeed(deps, actor)),
  route(contract.createFeed, (deps, { actor }) => createFeed(deps, actor)),
  route(contract.deleteFeed, (deps, { actor }) => deleteFeed(deps, actor)),
]
