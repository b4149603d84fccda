import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput } from '@mantine/core'
import { useEffect } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { minutesOf } from '#web/widgets/session/session-look.ts'
import {
  ATTENDANCE_ANSWERS,
  GROUP_ANSWERS,
  areSamePeople,
  peopleOf,
  realMinutesFor,
  suggestedMinutes,
  type AttendanceAnswer,
  type RecordValues,
} from '../closing-form.ts'
import classes from './AttendanceFields.module.css'
import { GroupAttendance } from './GroupAttendance.tsx'

/** Whether they met and for how long; for a group, who attended. */
export function AttendanceFields({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const form = useFormContext<RecordValues>()
  const { state } = useFields(form)
  const planned = minutesOf(session)
  const suggested = suggestedMinutes(session)
  const isGroup = session.type === 'Group'
  const held = form.watch('attendance') === 'present'
  const { getValues, setValue } = form
  // Members may join or leave while the form is open: a row belongs to the person shown beside it.
  useEffect(() => {
    const before = getValues('people') ?? []
    const people = peopleOf(session, before)
    if (!areSamePeople(people, before)) setValue('people', people)
  }, [session, getValues, setValue])
  const answer = (chosen: AttendanceAnswer) => {
    const before = form.getValues('attendance')
    form.setValue('attendance', chosen, { shouldDirty: true })
    // Minutes that the coach edited are kept.
    if (form.getValues('realMinutes') === realMinutesFor(before, suggested)) {
      form.setValue('realMinutes', realMinutesFor(chosen, suggested), { shouldValidate: true })
    }
  }
  const options = isGroup
    ? GROUP_ANSWERS.map((value) => ({ value, label: t(`closing.groupAnswers.${value}`) }))
    : ATTENDANCE_ANSWERS.map((value) => ({ value, label: t(`closing.attendances.${value}`) }))
  return (
    <>
      <div className={classes.attendance}>
        <Controller
          control={form.control}
          name="attendance"
          render={({ field: { value } }) => (
            <ChoiceChips
              heading
              label={t(isGroup ? 'ending.question' : 'closing.attendance')}
              options={options}
              value={value}
              onChange={(chosen) => answer(chosen as AttendanceAnswer)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="realMinutes"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <NumberInput
              ref={ref}
              label={t('closing.realMinutes')}
              description={t(session.call ? 'closing.fromCall' : 'closing.planned', { count: planned })}
              min={0}
              max={1440}
              allowDecimal={false}
              allowNegative={false}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              {...state('realMinutes')}
            />
          )}
        />
      </div>
      {isGroup && held && <GroupAttendance people={session.attendance} />}
    </>
  )
}
