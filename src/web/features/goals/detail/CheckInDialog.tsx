import '@mantine/core/styles/NumberInput.layer.css'
import { Checkbox, Input, NumberInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CheckInBody } from '#contract/goals/check-ins.ts'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useCheckIn } from '#web/widgets/queries/goal.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useSend } from '#web/widgets/use-send.ts'
import classes from '../add/GoalFields.module.css'
import { useTakingBack } from './use-taking-back.ts'

const CheckInForm = CheckInBody.omit({ milestones: true, clientKey: true })

type Milestone = GoalDetail['milestones'][number]

type Props = { goal: GoalDetail; onClose: () => void }

/** Notes progress of a goal, in its measure (product §11, "Registrar avance"). */
export function CheckInDialog({ goal, onClose }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const today = dateOf(useNow(), useViewer().timezone)
  const note = useCheckIn(goal.id)
  const send = useSend(note)
  const takeBack = useTakingBack(goal.id)
  // Only what was changed here: meanwhile somebody else may tick another one.
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const isDone = ({ id, doneOn }: Milestone) => changed[id] ?? doneOn !== null
  const ticked = goal.milestones.filter(isDone).map(({ id }) => id)
  const tick = (next: readonly string[]) => {
    const turned = goal.milestones.filter((each) => next.includes(each.id) !== isDone(each))
    setChanged({ ...changed, ...Object.fromEntries(turned.map(({ id }) => [id, next.includes(id)])) })
  }
  const form = useSchemaForm(CheckInForm, {
    defaultValues: { value: goal.value ?? '', comment: '', date: today },
  })
  const { field, state, formError } = useFields(form)
  const { measure, unit, group } = goal
  const submit = form.handleSubmit((typed) => {
    const milestones = goal.milestones
      .filter((each) => isDone(each) !== (each.doneOn !== null))
      .map((each) => ({ id: each.id, done: isDone(each) }))
    send(
      { ...typed, ...(milestones.length > 0 && { milestones }) },
      {
        onSuccess: ({ checkInId }) =>
          setAlert(t('done.checkedIn'), 'success', {
            label: t('common:undo'),
            run: () => takeBack(checkInId),
          }),
        onSuccessHere: onClose,
        onErrorHere: (failure) => showFailure(failure, { form }),
      },
    )
  })
  return (
    <FormDialog title={t('checkIn.title')} isSending={note.isPending} onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        {measure !== 'milestones' && (
          <Controller
            control={form.control}
            name="value"
            render={({ field: { ref, value, onChange, onBlur } }) =>
              measure === 'yesNo' ? (
                <ChoiceChips
                  label={t('checkIn.yesNo')}
                  options={[
                    { value: '1', label: t('valueYes') },
                    { value: '0', label: t('valueNo') },
                  ]}
                  value={String(value ?? '')}
                  onChange={(next) => onChange(Number(next))}
                />
              ) : (
                <NumberInput
                  ref={ref}
                  label={unit ? t('checkIn.valueUnit', { unit }) : t('checkIn.value')}
                  {...(measure === 'percent' && { suffix: '%', min: 0, max: 100, step: 5 })}
                  decimalScale={4}
                  inputMode="decimal"
                  data-autofocus
                  value={value ?? ''}
                  onChange={(next) => onChange(typeof next === 'number' ? next : '')}
                  onBlur={onBlur}
                  {...state('value')}
                />
              )
            }
          />
        )}
        {goal.milestones.length > 0 && (
          <Checkbox.Group label={t('checkIn.milestones')} value={ticked} onChange={tick}>
            <div className={classes.milestones} style={{ marginTop: 8 }}>
              {goal.milestones.map(({ id, text }) => (
                <Checkbox key={id} value={id} label={text} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <Controller
          control={form.control}
          name="date"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <DateField
              ref={ref}
              label={t('checkIn.date')}
              minDate={goal.startDate}
              maxDate={today}
              value={value ?? null}
              onChange={onChange}
              onBlur={onBlur}
              {...state('date')}
            />
          )}
        />
        <Textarea
          label={t('checkIn.comment')}
          placeholder={t('checkIn.commentPlaceholder')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          {...field('comment')}
        />
        {group && <Input.Description>{t('checkIn.shared')}</Input.Description>}
        <FormError text={formError} />
        <div className={classes.buttons}>
          <LoadingButton type="submit" loading={note.isPending} loadingLabel={t('common:loading')}>
            {t('checkIn.submit')}
          </LoadingButton>
        </div>
      </form>
    </FormDialog>
  )
}
