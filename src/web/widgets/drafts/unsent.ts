import type { PreparationAnswers } from '#contract/sessions/sessions.ts'
import { call } from '#web/api/call.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import { preparationBody } from '#web/widgets/session/preparation-body.ts'

/** What can be left unsent; the first part of a draft's name. */
export const UNSENT_KINDS = ['preparation', 'closing', 'correction'] as const
export type UnsentKind = (typeof UNSENT_KINDS)[number]

/** The kinds of unsent drafts in this browser. */
export function unsentKinds(): UnsentKind[] {
  const names = drafts.names()
  return UNSENT_KINDS.filter((kind) => names.some((name) => name.startsWith(`${kind}.`)))
}

/**
 * Sends what can be sent before a sign-out (product §1 D16): preparations, which are saved automatically anyway. A
 * closing or a correction is sent only by its own button, because other people read it. Returns whether everything was
 * sent.
 */
export async function sendUnsent(): Promise<boolean> {
  const names = drafts.names().filter((name) => name.startsWith('preparation.'))
  const sent = await Promise.all(names.map(sendPreparation))
  return sent.every(Boolean)
}

async function sendPreparation(name: string): Promise<boolean> {
  const answers = await drafts.read(name)
  if (typeof answers !== 'object' || answers === null) return true
  try {
    await call('PUT /v1/session/:sessionId/preparation', {
      params: { sessionId: name.slice('preparation.'.length) },
      body: preparationBody(answers as PreparationAnswers),
    })
  } catch {
    return false
  }
  drafts.remove(name)
  return true
}
