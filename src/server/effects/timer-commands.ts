import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { TimerCommand } from '../domain-events.ts'
import { sendCode } from '../modules/auth/email-codes.service.ts'
import { forgetOldSignIns } from '../modules/auth/old-rows.service.ts'
import { sendRecovery } from '../modules/auth/recovery.service.ts'
import { IMPORT_KEPT_MS } from '../modules/client-files/import-file.domain.ts'
import { forgetImports } from '../modules/client-files/imports.service.ts'
import { forgetSpentTokens } from '../modules/invitations/invitation-tokens.service.ts'
import { expireSession, lapseMove, remindSession } from '../modules/sessions/sessions.service.ts'
import { purge } from './purge.ts'

/** Carries out what a due timer says, in the transaction that took it. A stale one changes nothing. */
export async function carryOutTimer(deps: Deps, tx: Transaction<DB>, command: TimerCommand): Promise<void> {
  switch (command.type) {
    case 'email.sendCode':
      return sendCode(deps, tx, command)
    case 'recovery.send':
      return sendRecovery(deps, tx, command)
    case 'session.remind':
      return remindSession(deps, tx, command)
    case 'session.expire':
      return expireSession(deps, tx, command)
    case 'session.lapseMove':
      return lapseMove(deps, tx, command)
    case 'house.purge':
      return purge(deps, tx, [
        { forget: forgetOldSignIns },
        { forget: forgetSpentTokens },
        { forget: forgetImports, keptMs: IMPORT_KEPT_MS },
      ])
  }
}
