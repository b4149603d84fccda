import type { CoacheeType, GroupId, RoomId, SessionId } from '#contract/values.ts'

/**
 * The pages of the web that mails link to. They start with PUBLIC_URL, never with a request's Host header. The web's
 * own list is web/paths.ts.
 */
export function mailLinks(publicUrl: string) {
  return {
    home: `${publicUrl}/dashboard`,
    sessionNew: `${publicUrl}/session/new`,
    sessionConfirm: (id: SessionId) => `${publicUrl}/session/confirm/${id}`,
    sessionView: (id: SessionId) => `${publicUrl}/session/view/${id}`,
    /** The preparation form and its answers are parts of the same page. */
    sessionPreparation: (id: SessionId) => `${publicUrl}/session/view/${id}#preparation`,
    sessionSummary: (id: SessionId) => `${publicUrl}/session/view/${id}#record`,
    roomOfCoach: (type: CoacheeType, id: RoomId) => `${publicUrl}/messages/${type}/${id}`,
    /** Clients have one page for all rooms (spec §2). */
    roomOfClient: (id: RoomId) => `${publicUrl}/messages?room=${id}`,
    account: `${publicUrl}/profile/account`,
    payment: `${publicUrl}/profile/payment`,
    groupView: (id: GroupId) => `${publicUrl}/groups/view/${id}`,
  }
}
