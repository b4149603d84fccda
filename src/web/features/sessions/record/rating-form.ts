import { z } from 'zod'
import { FeedbackAnswers } from '#contract/sessions/sessions.ts'

/** The four questions of product §9 in their order. */
export const RATING_QUESTIONS = ['heard', 'focus', 'clarity', 'progress'] as const

/** From 0 to 10; one that was not chosen is no answer. */
const score = z.number({ error: 'required' }).int().min(0).max(10)

/** How a session was. */
export const RatingForm = z.object({
  heard: score,
  focus: score,
  clarity: score,
  progress: score,
  comment: FeedbackAnswers.shape.comment.default(''),
})

/** A question that nobody answered is null. */
export type RatingValues = Record<(typeof RATING_QUESTIONS)[number], number | null> & { comment: string }

/** The form with what was said before, if anything was. */
export function ratingOf(said: FeedbackAnswers | undefined): RatingValues {
  return said
    ? {
        heard: said.heard,
        focus: said.focus,
        clarity: said.clarity,
        progress: said.progress,
        comment: said.comment,
      }
    : { heard: null, focus: null, clarity: null, progress: null, comment: '' }
}
