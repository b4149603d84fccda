import * as moves from '#contract/sessions/session-moves.ts'
import * as records from '#contract/sessions/session-records.ts'
import * as series from '#contract/sessions/session-series.ts'
import * as contract from '#contract/sessions/sessions.ts'
import { Download, type Route, route } from '#server/route.ts'
import { putAgenda } from './records/agenda.service.ts'
import { putFeedback, putPreparation } from './records/answers.service.ts'
import { createSession } from './booking/bookings.service.ts'
import { putBriefNotes } from './records/brief-notes.service.ts'
import { getSessionBrief } from './records/brief.service.ts'
import { closeSession, correctSession } from './records/closings.service.ts'
import { putSession } from './editing.service.ts'
import { getSessionHistory } from './records/history.service.ts'
import {
  cancelSession,
  confirmSession,
  excuseSession,
  rejectSession,
  withdrawExcuse,
} from './changes/moves.service.ts'
import { previewSession } from './booking/previews.service.ts'
import { acceptSession, proposeSession } from './changes/proposals.service.ts'
import { acceptMove, declineMove, rescheduleSession, withdrawMove } from './changes/rescheduling.service.ts'
import { getSession, listClientSessions, listCoachSessions, listGroupSessions } from './sessions.service.ts'
import { mailSummary, summaryPdf } from './records/summaries.service.ts'

export const sessionRoutes: Route[] = [
  route(contract.createSession, (deps, { actor, body }) => createSession(deps, actor, body)),
  route(contract.getSession, (deps, { actor, params }) => getSession(deps, actor, params.sessionId)),
  route(contract.listCoachSessions, (deps, { actor, query }) => listCoachSessions(deps, actor, query)),
  route(contract.listClientSessions, (deps, { actor, params, query }) =>
    listClientSessions(deps, actor, params.clientId, query),
  ),
  route(contract.listGroupSessions, (deps, { actor, params, query }) =>
    listGroupSessions(deps, actor, params.groupId, query),
  ),
  route(series.previewSession, (deps, { actor, body }) => previewSession(deps, actor, body)),
  route(moves.confirmSession, (deps, { actor, params, body }) =>
    confirmSession(deps, actor, params.sessionId, body),
  ),
  route(moves.proposeSession, (deps, { actor, params, body }) =>
    proposeSession(deps, actor, params.sessionId, body),
  ),
  route(moves.acceptSession, (deps, { actor, params, body }) =>
    acceptSession(deps, actor, params.sessionId, body.startsAt),
  ),
  route(moves.rejectSession, (deps, { actor, params, body }) =>
    rejectSession(deps, actor, params.sessionId, body.reason),
  ),
  route(moves.cancelSession, (deps, { actor, params, body }) =>
    cancelSession(deps, actor, params.sessionId, body),
  ),
  route(moves.rescheduleSession, (deps, { actor, params, body }) =>
    rescheduleSession(deps, actor, params.sessionId, body),
  ),
  route(moves.acceptMove, (deps, { actor, params }) => acceptMove(deps, actor, params.sessionId)),
  route(moves.declineMove, (deps, { actor, params }) => declineMove(deps, actor, params.sessionId)),
  route(moves.excuseSession, (deps, { actor, params, body }) =>
    excuseSession(deps, actor, params.sessionId, body.reason),
  ),
  route(moves.withdrawMove, (deps, { actor, params }) => withdrawMove(deps, actor, params.sessionId)),
  route(moves.withdrawExcuse, (deps, { actor, params }) => withdrawExcuse(deps, actor, params.sessionId)),
  route(moves.putSession, (deps, { actor, params, body }) => putSession(deps, actor, params.sessionId, body)),
  route(records.closeSession, (deps, { actor, params, body }) =>
    closeSession(deps, actor, params.sessionId, body),
  ),
  route(records.correctSession, (deps, { actor, params, body }) =>
    correctSession(deps, actor, params.sessionId, body),
  ),
  route(records.putPreparation, (deps, { actor, params, body }) =>
    putPreparation(deps, actor, params.sessionId, body),
  ),
  route(records.putFeedback, (deps, { actor, params, body }) =>
    putFeedback(deps, actor, params.sessionId, body),
  ),
  route(records.putAgenda, (deps, { actor, params, body }) =>
    putAgenda(deps, actor, params.sessionId, body.changes),
  ),
  route(records.getSessionHistory, (deps, { actor, params }) =>
    getSessionHistory(deps, actor, params.sessionId),
  ),
  route(records.getSessionBrief, (deps, { actor, params }) => getSessionBrief(deps, actor, params.sessionId)),
  route(records.putBriefNotes, (deps, { actor, params, body }) =>
    putBriefNotes(deps, actor, params.sessionId, body),
  ),
  route(records.mailSummary, (deps, { actor, params }) => mailSummary(deps, actor, params.sessionId)),
  route(records.getSessionPdf, async (deps, { actor, params }) => {
    const { content, fileName } = await summaryPdf(deps, actor, params.sessionId)
    return new Download(content, {
      'content-type': 'application/pdf',
      'content-length': content.length,
      'content-disposition': `attachment; filename="${fileName}"`,
    })
  }),
]
