import { Button, Input, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { ScoreChips } from '#web/ui/inputs/ScoreChips.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { RATING_QUESTIONS, RatingForm, ratingOf } from './rating-form.ts'
import { useRateSession } from '../records.queries.ts'
import classes from './Rating.module.css'
import { Ratings } from './Ratings.tsx'

/** The viewer's rating of a session (product §9): asked once, and editable. */
export function Rating({ session }: { session: SessionDto }) {
  const { t } = useTranslation('records')
  const [again, setAgain] = useState(false)
  const said = session.feedback[0]
  const may = session.allowedActions.includes('rate')
  if (may && (!said || again)) return <RatingForms session={session} onDone={() => setAgain(false)} />
  if (!said) return null
  return (
    <Card
      title={t('rate.yours')}
      aside={
        may && (
          <Button variant="subtle" size="xs" mr={-14} onClick={() => setAgain(true)}>
            {t('rate.change')}
          </Button>
        )
      }
    >
      <Ratings answers={said} />
    </Card>
  )
}

function RatingForms({ session, onDone }: { session: SessionDto; onDone: () => void }) {
  const { t } = useTranslation(['records', 'common'])
  const rate = useRateSession(session.id)
  const form = useSchemaForm(RatingForm, { defaultValues: ratingOf(session.feedback[0]) })
  const { field, state, formError } = useFields(form)
  const submit = form.handleSubmit(
    (values) =>
      void rate.mutateAsync(values).then(
        () => {
          setAlert(t('rate.done'), 'success')
          onDone()
        },
        (failure: unknown) => showFailure(failure, { form }),
      ),
  )
  return (
    <Card title={t('rate.title')}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {RATING_QUESTIONS.map((question) => (
          <Controller
            key={question}
            control={form.control}
            name={question}
            render={({ field: { value, onChange, onBlur } }) => (
              <ScoreChips
                label={t(`rate.${question}`)}
                ends={[t('rate.low'), t('rate.high')]}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                {...state(question)}
              />
            )}
          />
        ))}
        <Textarea
          label={t('rate.comment', { name: session.coach.name })}
          autosize
          minRows={2}
          maxLength={2000}
          {...field('comment')}
        />
        {formError && <Input.Error role="alert">{formError}</Input.Error>}
        <LoadingButton
          type="submit"
          className={classes.send}
          loading={rate.isPending}
          loadingLabel={t('common:loading')}
        >
          {t('rate.send')}
        </LoadingButton>
      </form>
    </Card>
  )
}
