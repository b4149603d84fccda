import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'

/**
 * Deleted for good, each with the reason; everything else a person deletes can be restored by `…/restore` (product §2).
 */
const FOR_GOOD = new Map([
  ['DELETE /v1/user/:userId/photo', 'a picture: its bytes are forgotten on purpose'],
  ['DELETE /v1/client/:clientId/photo', 'a picture: its bytes are forgotten on purpose'],
  ['DELETE /v1/group/:groupId/photo', 'a picture: its bytes are forgotten on purpose'],
  ['DELETE /v1/user/:userId/google', 'a way to sign in: linked again by proving it again'],
  ['DELETE /v1/user/:userId/sessions', 'sign-ins: ended because they must not come back'],
  ['DELETE /v1/notification/push', 'a switch of this browser: switched on again there'],
  ['DELETE /v1/calendar/feed', 'a secret address: revoked because it must not come back'],
  ['DELETE /v1/resource/upload/:fileId', 'bytes that nothing uses yet: sent again'],
  ['DELETE /v1/user/:userId/import/:importId', 'bytes of an archive that was not read: sent again'],
  ['DELETE /v1/message/:roomId/attachment/:fileId', 'bytes that nothing uses yet: sent again'],
  ['DELETE /v1/session/:sessionId/move', 'takes a wish back: asked for again by POST …/reschedule'],
  ['DELETE /v1/session/:sessionId/excuse', 'takes an excuse back: given again by POST …/excuse'],
  [
    'DELETE /v1/message/entry/:messageId',
    'words to others: taken back for everybody, and its text must not stay',
  ],
  ['DELETE /v1/user/:userId/deletion', 'keeps the account, whose end can be asked for again'],
  ['DELETE /v1/group/:groupId/member/:memberId', 'comes back by POST …/member, which the undo uses'],
])

/** Tables whose rows are deleted for good by modules: expired, derived or purged rows. */
const EMPTIED = new Map([
  [
    'audit_details',
    'what is personal in the audit log: erased after a year, or with its person; the entry stays',
  ],
  ['audit_unsealed', 'a place in a queue, given up for a seal'],
  ['auth_attempts', 'counts that ran out'],
  ['auth_sessions', 'purged'],
  ['email_changes', 'ran out'],
  ['email_codes', 'ran out'],
  ['invitation_codes', 'ran out'],
  ['invitation_tokens', 'ran out'],
  ['oidc_flows', 'ran out'],
  ['oidc_tickets', 'ran out'],
  ['identities', 'a way to sign in'],
  ['calendar_feeds', 'a secret address'],
  ['push_subscriptions', 'a secret address, of a sign-in'],
  ['channel_preferences', 'a switch: a row means off'],
  ['external_calendars', 'a connection, ended behind a question'],
  ['external_busy', 'derived from what is read'],
  ['client_imports', 'purged'],
  ['account_deletions', 'the account is kept'],
  ['coaches', 'the books of a practice that was deleted, once the time of the law is over'],
  ['memberships', 'of an account that is deleted, after its grace'],
  ['data_exports', 'archives that expired, or that a newer one replaces'],
  ['users', 'accounts in place of clients of an imported practice, once these have their own'],
  ['data_imports', 'archives that were not read, and expired or were cancelled'],
  ['files', 'a picture'],
  ['message_files', 'a file that was not sent'],
  ['date_overrides', 'undone by being saved again'],
  ['session_attendances', 'replaced as a whole'],
  ['session_private_notes', 'an emptied field'],
  ['goals', 'purged after 60 days of being deleted'],
  ['goal_check_ins', 'purged after 60 days of being taken back'],
  ['goal_milestones', 'replaced as a whole'],
  ['action_files', 'purged after 60 days of being deleted'],
  ['actions', 'purged after 60 days of being deleted'],
  ['session_agenda_items', 'purged after 60 days of being deleted'],
  ['resources', 'purged after 60 days of being deleted'],
  ['resource_files', 'bytes that nothing uses, replaced, or purged with their resource'],
  ['time_blocks', 'purged after 60 days of being deleted'],
  ['endless_blocks', 'purged after 60 days of being deleted'],
  ['memorandums', 'purged after 60 days of being deleted, or an occurrence that is undone'],
  ['invoice_details', 'an emptied form'],
  ['payment_customers', 'a customer whom the payment provider does not have any more'],
  ['notes', 'purged after 60 days of being deleted'],
  ['note_versions', 'purged after 90 days'],
  ['endless_block_exclusions', 'blocks come back by their removal'],
])

describe('what a person deletes', () => {
  it('can be restored by a separate endpoint, unless a reason is listed', () => {
    const paths = new Set([...ENDPOINTS.values()].map(({ method, path }) => `${method} ${path}`))
    const deleting = [...paths].filter((path) => path.startsWith('DELETE '))
    const lost = deleting.filter((path) => !paths.has(`${path.replace('DELETE', 'POST')}/restore`))
    expect(deleting.length).toBeGreaterThan(3)
    expect(lost.filter((path) => !FOR_GOOD.has(path))).toEqual([])
    expect([...FOR_GOOD.keys()].filter((path) => !lost.includes(path))).toEqual([])
  })

  it('is kept by its repository: no other table loses rows', () => {
    const modules = new URL('../../src/server/modules/', import.meta.url)
    const found = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.repository.ts'))
      .flatMap((name) => [...readFileSync(new URL(name, modules), 'utf8').matchAll(/deleteFrom\('(\w+)'\)/g)])
      .map(([, table]) => table!)
    expect(found.length).toBeGreaterThan(10)
    expect([...new Set(found)].filter((table) => !EMPTIED.has(table))).toEqual([])
    expect([...EMPTIED.keys()].filter((table) => !found.includes(table))).toEqual([])
  })
})
