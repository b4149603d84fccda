import * as contract from '#contract/calendar/calendar.ts'
import * as fileContract from '#contract/calendar/calendar-files.ts'
import * as blockContract from '#contract/calendar/time-blocks.ts'
import { type Route, route } from '#server/route.ts'
import { getAvailability, getWhyNot } from './availability.service.ts'
import { createBlock, deleteBlock, putBlock, restoreBlock } from './blocks.service.ts'
import { getCalendarTime } from './calendar-time.service.ts'
import { answerNorteOffer, getCalendar, putCalendar } from './calendars.service.ts'
import { getImportedCalendar, putImportedCalendar } from './imports/imports.service.ts'
import { putOverrides } from './overrides.service.ts'

export const calendarRoutes: Route[] = [
  route(contract.getCalendar, (deps, { actor }) => getCalendar(deps, actor)),
  route(contract.putCalendar, (deps, { actor, body }) => putCalendar(deps, actor, body)),
  route(contract.answerNorteOffer, (deps, { actor, body }) => answerNorteOffer(deps, actor, body.take)),
  route(contract.getAvailability, (deps, { actor, query }) => getAvailability(deps, actor, query)),
  route(contract.putOverrides, (deps, { actor, body }) => putOverrides(deps, actor, body)),
  route(contract.getWhyNot, (deps, { actor, query }) => getWhyNot(deps, actor, query)),
  route(blockContract.getCalendarTime, (deps, { actor, query }) => getCalendarTime(deps, actor, query)),
  route(blockContract.createBlock, (deps, { actor, body }) => createBlock(deps, actor, body)),
  route(blockContract.putBlock, (deps, { actor, params, body }) => putBlock(deps, actor, params, body)),
  route(blockContract.restoreBlock, (deps, { actor, params }) => restoreBlock(deps, actor, params)),
  route(blockContract.deleteBlock, (deps, { actor, params, query }) =>
    deleteBlock(deps, actor, params, query.scope),
  ),
  route(fileContract.getImportedCalendar, (deps, { actor }) => getImportedCalendar(deps, actor)),
  route(fileContract.putImportedCalendar, (deps, { actor, body, origin }) =>
    putImportedCalendar(deps, actor, body, origin),
  ),
]
