import type { SessionId } from '#contract/values.ts'

/**
 * The places of the web that mails lead to. They start with PUBLIC_URL, never with what a request says its host is.
 * The web's own list is web/paths.ts.
 */
export function mailLinks(publicUrl: string) {
  return {
    home: `${publicUrl}/dashboard`,
    sessionConfirm: (id: SessionId) => `${publicUrl}/session/confirm/${id}`,
    sessionView: (id: SessionId) => `${publicUrl}/session/view/${id}`,
  }
}
