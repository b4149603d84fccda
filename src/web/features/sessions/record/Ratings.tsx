import { useTranslation } from 'react-i18next'
import type { FeedbackAnswers } from '#contract/sessions/sessions.ts'
import { RATING_QUESTIONS } from './rating-form.ts'
import classes from './Ratings.module.css'

/** A client's rating of a session: four bars with their scores, and the comment. */
export function Ratings({ answers }: { answers: FeedbackAnswers }) {
  const { t } = useTranslation('records')
  return (
    <>
      <dl className={classes.ratings}>
        {RATING_QUESTIONS.map((question) => (
          <div key={question} className={classes.rating}>
            <dt>{t(`rate.${question}`)}</dt>
            <dd>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ inlineSize: `${answers[question] * 10}%` }} />
              </span>
              {t('rate.of10', { value: answers[question] })}
            </dd>
          </div>
        ))}
      </dl>
      {answers.comment !== '' && <blockquote className={classes.comment}>{answers.comment}</blockquote>}
    </>
  )
}
