/**
 * Every refusal of the API: stable code → HTTP status. The text is `errors.<code>` in the reader's language; a test
 * fails when one is missing.
 */
export const ERROR_STATUS = {
  // From the framework, before or around any handler.
  'request.malformed': 400,
  'request.too_large': 413,
  'request.unsupported_media': 415,
  'request.invalid': 422,
  'request.too_many': 429,
  'request.unsigned': 401,
  'route.not_found': 404,
  'auth.required': 401,
  'auth.forbidden': 403,
  'payment.required': 402,
  'server.error': 500,
  'server.unavailable': 503,
  'server.no_space': 503,

  'auth.bad_credentials': 401,
  'auth.too_many_attempts': 429,
  'auth.email_taken': 409,
  'auth.invitation_pending': 409,
  'auth.email_unverified': 403,
  'auth.code_invalid': 422,
  'auth.link_invalid': 422,
  'auth.google_ticket': 401,
  'auth.google_unverified': 403,
  'auth.google_unconfirmed': 403,
  'auth.google_new': 404,
  'auth.google_elsewhere': 409,
  'auth.google_off': 404,
  'auth.google_away': 503,
  'auth.password_needed': 409,
  'auth.sign_in_again': 403,

  'account.too_many': 429,
  'account.ending': 409,
  'export.not_found': 404,
  'export.too_many': 429,

  'practice_import.not_found': 404,
  'practice_import.not_empty': 409,
  'practice_import.upload_incomplete': 409,
  'practice_import.under_way': 409,
  'practice_import.no_space': 503,
  'practice_import.too_many': 429,
  'practice_import.tried_enough': 429,
  // Of an archive that was read: what of it is refused. No call answers with them, its state has them.
  'practice_import.damaged': 422,
  'practice_import.not_an_archive': 422,
  'practice_import.not_a_practice': 422,
  'practice_import.newer_version': 422,
  'practice_import.unsafe': 422,
  'practice_import.too_big': 422,
  'practice_import.too_many_files': 422,
  'practice_import.bad_row': 422,
  'practice_import.unknown_reference': 422,
  'practice_import.own_address': 422,
  'practice_import.impossible_sessions': 422,
  'practice_import.bad_file': 422,
  'practice_import.quota_exceeded': 422,

  'client.not_found': 404,
  'client.email_taken': 409,
  'client.own_email': 409,
  'client.wrong_state': 409,
  'client.resend_too_soon': 429,
  'client.owned_by_person': 409,
  'client.account_ended': 409,

  'message.room_not_found': 404,
  'message.not_found': 404,
  'message.closed': 409,
  'message.key_used': 409,
  'message.too_old': 409,
  'message.reply_not_found': 409,
  'message.attachment_not_found': 409,
  'message.too_many_files': 409,
  'message.no_space': 409,
  'message.too_many': 429,

  'call.other_channel': 409,
  'call.early': 409,
  'call.over': 409,
  'call.closed': 409,
  'call.paused': 409,
  'call.full': 409,
  'call.not_in': 409,

  'import.not_found': 404,
  'import.done': 409,
  'import.not_csv': 422,
  'import.no_rows': 422,
  'import.too_many_rows': 422,
  'import.columns_missing': 422,

  'invitation.not_found': 404,
  'invitation.expired': 409,
  'invitation.used': 409,
  'invitation.declined': 409,
  'invitation.group_over': 409,
  'invitation.account_exists': 409,
  'invitation.other_account': 409,
  'invitation.other_google': 409,
  'invitation.code_required': 409,
  'invitation.code_invalid': 422,

  'push.not_accepted': 422,

  'file.not_found': 404,
  'upload.too_large': 413,

  'coach.not_found': 404,
  'coach.unpaid': 409,
  'group.not_found': 404,
  'group.member_not_found': 404,
  'group.name_taken': 409,
  'group.wrong_state': 409,
  'group.full': 409,
  'group.already_member': 409,
  'group.capacity_below_members': 409,
  'group.nobody_in': 409,

  'session.not_found': 404,
  'session.wrong_state': 409,
  'session.not_offered': 409,
  'session.overlap': 409,
  'session.client_inactive': 409,
  'session.group_inactive': 409,
  'session.reason_required': 422,
  'session.nothing_to_mail': 409,
  'session.agenda_item_not_found': 404,
  'session.agenda_full': 409,
  'session.notes_outdated': 409,

  'calendar.block_not_found': 404,
  'calendar.too_many_endless_blocks': 409,
  'calendar.feed_not_found': 404,
  'calendar.import_refused': 422,
  'calendar.import_failed': 422,

  'action.not_found': 404,
  'action.wrong_state': 409,
  'action.process_ended': 409,
  'action.too_many': 409,
  'action.files_full': 409,
  'action.no_space': 409,

  'memorandum.not_found': 404,
  'memorandum.wrong_state': 409,
  'memorandum.next_changed': 409,
  'memorandum.target_ended': 409,
  'memorandum.too_many': 409,
  'goal.not_found': 404,
  'goal.wrong_state': 409,
  'goal.conflict': 409,
  'goal.process_ended': 409,
  'goal.too_many': 409,
  'goal.check_in_not_found': 404,
  'goal.check_in_kept': 409,
  'goal.check_in_differs': 409,

  'note.not_found': 404,
  'note.conflict': 409,

  'resource.not_found': 404,
  'resource.conflict': 409,
  'resource.not_published': 409,
  'resource.process_ended': 409,
  'resource.group_ended': 409,
  'resource.assignment_not_found': 404,
  'resource.no_file': 409,
  'resource.file_not_found': 404,
  'resource.file_kind': 422,
  'resource.file_refused': 422,
  'resource.upload_incomplete': 409,
  'resource.quota_exceeded': 409,

  'notification.not_found': 404,
  'user.not_found': 404,
  'user.no_password': 409,
  'user.email_taken': 409,
  'user.email_of_another_client': 409,
  'user.sign_in_not_found': 404,
  'membership.not_found': 404,

  'payment.plan_unknown': 422,
  'payment.checkout_not_found': 404,
  'payment.checkout_settled': 409,
  'payment.already_active': 409,
  'payment.nothing_to_cancel': 409,
  'payment.not_cancelled': 409,
  'payment.opening': 409,
  'payment.plan_unchangeable': 409,
  'payment.no_portal': 409,
  'payment.receipt_not_found': 404,
  'payment.provider_away': 503,
  'payment.provider_refused': 422,
  'payment.card_declined': 422,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

/** What every call may answer without declaring it: the request itself, the access, the limits and the server. */
export const HOUSE_ERRORS = [
  'request.malformed',
  'request.too_large',
  'request.unsupported_media',
  'request.invalid',
  'request.too_many',
  'request.unsigned',
  'route.not_found',
  'auth.required',
  'auth.forbidden',
  'payment.required',
  'server.error',
  'server.unavailable',
  'server.no_space',
] as const satisfies ErrorCode[]

export type HouseErrorCode = (typeof HOUSE_ERRORS)[number]

/** The refusals of an endpoint's own rules, which it declares. */
export type DeclaredErrorCode = Exclude<ErrorCode, HouseErrorCode>

/** Body of every refusal (product §2): `error` is the text, `code` the stable name, `fields` one text per field. */
export type ErrorBody = {
  error: string
  code: ErrorCode
  fields?: Record<string, string>
  requestId: string
}
