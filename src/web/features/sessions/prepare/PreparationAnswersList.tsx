import { useTranslation } from 'react-i18next'
import type { PreparationAnswers } from '#contract/sessions/sessions.ts'
import { PREPARATION_TEXTS } from '#web/widgets/session/preparation-body.ts'
import classes from './PreparationAnswersList.module.css'

/** The answers of a preparation; unanswered questions are left out. */
export function PreparationAnswersList({ answers }: { answers: PreparationAnswers }) {
  const { t } = useTranslation('records')
  const { mood } = answers
  return (
    <dl className={classes.answers}>
      {typeof mood === 'number' && (
        <div>
          <dt>{t('prepare.mood')}</dt>
          <dd>{t('rate.of10', { value: mood })}</dd>
        </div>
      )}
      {PREPARATION_TEXTS.filter((question) => answers[question]).map((question) => (
        <div key={question}>
          <dt>{t(`prepare.${question}`)}</dt>
          <dd>{answers[question]}</dd>
        </div>
      ))}
    </dl>
  )
}
