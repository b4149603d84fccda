import { Textarea } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type GoalDetail, GoalStatusBody } from '#contract/goals/goals.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { GoalsDrawing } from '#web/ui/drawings/GoalsDrawing.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { ScoreChips } from '#web/ui/inputs/ScoreChips.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSetGoalStatus } from '#web/widgets/queries/goal.queries.ts'
import { useSend } from '#web/widgets/use-send.ts'
import classes from '../add/GoalFields.module.css'
import type { Ending } from './goal-mode.ts'

const EndingForm = z.object({
  reflection: GoalStatusBody.shape.reflection,
  score: GoalStatusBody.shape.score.nullable(),
})

type Props = {
  goal: GoalDetail
  to: Ending
  /** Whose it is, for a coach. */
  name: string | undefined
  onClose: () => void
}

/** Ends a goal, with what is taken from it (product §11, "¿Qué te llevas de este logro?"). */
export function CloseGoalDialog({ goal, to, name, onClose }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const { side } = useViewer()
  const move = useSetGoalStatus(goal.id)
  const send = useSend(move)
  const form = useSchemaForm(EndingForm, { defaultValues: { reflection: '', score: null as number | null } })
  const { field, formError } = useFields(form)
  const isOthers = side === 'coach' && name !== undefined
  const submit = form.handleSubmit(({ reflection, score }) =>
    send(
      { status: to, ...(reflection && { reflection }), ...(score && { score }) },
      {
        onSuccess: () => setAlert(t(`done.${to}`), 'success'),
        onSuccessHere: onClose,
        onErrorHere: (failure) => showFailure(failure, { form }),
      },
    ),
  )
  return (
    <FormDialog
      title={isOthers ? t(`close.${to}.titleOf`, { name }) : t(`close.${to}.title`)}
      isSending={move.isPending}
      onClose={onClose}
    >
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        {to === 'achieved' && (
          <span className={classes.drawing}>
            <GoalsDrawing />
          </span>
        )}
        <Textarea
          label={isOthers ? t('close.reflectionOf') : t('close.reflection')}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          data-autofocus
          {...field('reflection')}
        />
        <Controller
          control={form.control}
          name="score"
          render={({ field: { value, onChange } }) => (
            <ScoreChips label={t('close.score')} from={1} value={value ?? null} onChange={onChange} />
          )}
        />
        <p className={classes.hint}>{t('close.final')}</p>
        <FormError text={formError} />
        <div className={classes.buttons}>
          <LoadingButton type="submit" loading={move.isPending} loadingLabel={t('common:loading')}>
            {t(`close.${to}.submit`)}
          </LoadingButton>
        </div>
      </form>
    </FormDialog>
  )
}
