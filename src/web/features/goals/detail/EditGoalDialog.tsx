import { Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSaveGoal } from '#web/widgets/queries/goal.queries.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { AllGoalFields } from '../add/GoalFields.tsx'
import classes from '../add/GoalFields.module.css'
import { GoalForm, changedGoalBody, valuesOf } from '../add/goal-form.ts'
import { useMilestonesVersion } from './use-milestones-version.ts'

// Two edits at once are rare.
const MilestonesConflict = lazyCard(() => import('./MilestonesConflict.tsx'))

/** Changes the words, numbers, dates and milestones of a goal; how it is measured stays. */
export function EditGoalDialog({ goal, onClose }: { goal: GoalDetail; onClose: () => void }) {
  const { t } = useTranslation(['goals', 'common'])
  const save = useSaveGoal(goal.id)
  const send = useSend(save)
  // The goal is refetched while the dialog is open.
  const [opened] = useState(goal)
  const form = useSchemaForm(GoalForm, { defaultValues: valuesOf(opened) })
  const { formError } = useFields(form)
  const { stored, basedOn, isOutdated } = useMilestonesVersion(goal, form)
  const submit = (milestones = basedOn) =>
    void form.handleSubmit((changed) =>
      send(changedGoalBody(changed, { ...opened, milestones }), {
        onSuccess: () => setAlert(t('edit.saved'), 'success'),
        onSuccessHere: onClose,
        onErrorHere: (failure) => showFailure(failure, { form }),
      }),
    )()
  return (
    <FormDialog title={t('edit.title')} size={560} isSending={save.isPending} onClose={onClose}>
      <FormProvider {...form}>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <AllGoalFields isFixed />
          {isOutdated && !save.isSuccess && (
            <Suspense fallback={<Skeleton height={120} radius={16} />}>
              <MilestonesConflict
                milestones={goal.milestones}
                isSending={save.isPending}
                onMine={() => submit(stored)}
              />
            </Suspense>
          )}
          <FormError text={formError} />
          <div className={classes.buttons}>
            <LoadingButton type="submit" loading={save.isPending} loadingLabel={t('common:loading')}>
              {t('edit.submit')}
            </LoadingButton>
          </div>
        </form>
      </FormProvider>
    </FormDialog>
  )
}
