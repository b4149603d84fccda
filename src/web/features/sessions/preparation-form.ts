import type { PreparationAnswers } from '#contract/sessions.ts'

/** The questions that are answered in words, in the order of product §9; the mood stands before the last. */
export const PREPARATION_TEXTS = ['progress', 'setbacks', 'learnings', 'focus', 'notes'] as const

/** How somebody arrives, as they may answer it. */
export const MOODS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** Whether anything was answered. */
export function isPrepared(answers: PreparationAnswers): boolean {
  return PREPARATION_TEXTS.some((question) => answers[question]?.trim()) || typeof answers.mood === 'number'
}

/** The answers as the wire wants them: what was left empty is not answered. */
export function preparationBody(answers: PreparationAnswers): PreparationAnswers {
  const texts = PREPARATION_TEXTS.flatMap((question) => {
    const text = answers[question]?.trim()
    return text ? [[question, text]] : []
  })
  return { ...Object.fromEntries(texts), ...(typeof answers.mood === 'number' && { mood: answers.mood }) }
}
