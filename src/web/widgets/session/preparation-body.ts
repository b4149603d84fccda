import type { PreparationAnswers } from '#contract/sessions/sessions.ts'

/** The questions with a text answer, in the order of product §9; the mood comes before the last. */
export const PREPARATION_TEXTS = ['progress', 'setbacks', 'learnings', 'focus', 'notes'] as const

/** The answers as the API wants them: empty ones are left out. */
export function preparationBody(answers: PreparationAnswers): PreparationAnswers {
  const texts = PREPARATION_TEXTS.flatMap((question) => {
    const text = answers[question]?.trim()
    return text ? [[question, text]] : []
  })
  return { ...Object.fromEntries(texts), ...(typeof answers.mood === 'number' && { mood: answers.mood }) }
}
