import type { GroupId, SessionId } from '#contract/values.ts'

/**
 * The places of the web that mails lead to. They start with PUBLIC_URL, never with what a request says its host is.
 * The web's own list is web/paths.ts.
 */
export function mailLinks(publicUrl: string) {
  return {
    home: `${publicUrl}/dashboard`,
    sessionNew: `${publicUrl}/session/new`,
    sessionConfirm: (id: SessionId) => `${publicUrl}/session/confirm/${id}`,
    sessionView: (id: SessionId) => `${publicUrl}/session/view/${id}`,
    /** The form of the preparation, and what came of it: parts of the same page. */
    sessionPreparation: (id: SessionId) => `${publicUrl}/session/view/${id}#preparation`,
    sessionSummary: (id: SessionId) => `${publicUrl}/session/view/${id}#record`,
    groupView: (id: GroupId) => `${publicUrl}/groups/view/${id}`,
  }
}
