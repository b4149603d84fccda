import type { PreparationAnswers, SessionDto } from '#contract/sessions/sessions.ts'
import { PREPARATION_TEXTS } from '#web/widgets/session/preparation-body.ts'

export type PreparationText = (typeof PREPARATION_TEXTS)[number]

/** Those that look back to the session before. */
const LOOKING_BACK: readonly PreparationText[] = ['progress', 'setbacks', 'learnings']

/** The questions of a session: before the first there is nothing to look back to. What was answered stays. */
export function textsOf(
  { first }: Pick<SessionDto, 'first'>,
  answers: PreparationAnswers,
): PreparationText[] {
  return PREPARATION_TEXTS.filter(
    (question) => !first || !LOOKING_BACK.includes(question) || Boolean(answers[question]?.trim()),
  )
}

/** Whether anything was answered. */
export function isPrepared(answers: PreparationAnswers): boolean {
  return PREPARATION_TEXTS.some((question) => answers[question]?.trim()) || typeof answers.mood === 'number'
}
