import '@mantine/core/styles/NumberInput.layer.css'
import { ActionIcon, Autocomplete, Button, Input, NumberInput, TextInput, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { GOAL_AREAS } from '#contract/goals/goal-areas.ts'
import { GoalMeasure, MOST_MILESTONES } from '#contract/goals/goal-measures.ts'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { useRowFocus } from '#web/ui/use-row-focus.ts'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './GoalFields.module.css'
import type { GoalValues } from './goal-form.ts'

/** The label of a field: its name, or the question of the guided way. */
type Asked = { question?: string | undefined; hint?: string | undefined }

const labelled = ({ question, hint }: Asked, name: string) => ({
  label: question ?? name,
  description: hint,
})

export function TitleField(asked: Asked) {
  const { t } = useTranslation('goals')
  const { field } = useFields(useFormContext<GoalValues>())
  return (
    <TextInput
      {...labelled(asked, t('fields.title'))}
      placeholder={t('fields.titlePlaceholder')}
      withAsterisk
      maxLength={120}
      autoComplete="off"
      data-autofocus
      {...field('title')}
    />
  )
}

/** How it is measured, and from where to where; the measure of a goal that exists stays. */
export function MeasureFields({ question, hint, isFixed = false }: Asked & { isFixed?: boolean }) {
  const { t } = useTranslation('goals')
  const form = useFormContext<GoalValues>()
  const measure = useWatch({ control: form.control, name: 'measure' })
  const choose = (next: string) => {
    form.setValue('measure', next as GoalMeasure)
    for (const name of ['baseline', 'target', 'unit'] as const) form.resetField(name, { defaultValue: '' })
  }
  return (
    <>
      {!isFixed && (
        <div>
          <ChoiceChips
            label={question ?? t('fields.measure')}
            options={GoalMeasure.options.map((value) => ({ value, label: t(`measures.${value}`) }))}
            value={measure}
            onChange={choose}
          />
          {hint && <p className={classes.hint}>{hint}</p>}
        </div>
      )}
      {measure === 'number' && (
        <div className={classes.numbers}>
          <AmountField name="baseline" required />
          <AmountField name="target" required />
          <UnitField />
        </div>
      )}
      {measure === 'percent' && isFixed && (
        <div className={classes.numbers}>
          <AmountField name="baseline" />
          <AmountField name="target" />
        </div>
      )}
    </>
  )
}

function AmountField({ name, required = false }: { name: 'baseline' | 'target'; required?: boolean }) {
  const { t } = useTranslation('goals')
  const form = useFormContext<GoalValues>()
  const { state } = useFields(form)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <NumberInput
          ref={ref}
          label={t(`fields.${name}`)}
          withAsterisk={required}
          decimalScale={4}
          hideControls
          inputMode="decimal"
          value={value}
          onChange={(next) => onChange(typeof next === 'number' ? next : '')}
          onBlur={onBlur}
          {...state(name)}
        />
      )}
    />
  )
}

function UnitField() {
  const { t } = useTranslation('goals')
  const { field } = useFields(useFormContext<GoalValues>())
  return (
    <TextInput
      label={t('fields.unit')}
      placeholder={t('fields.unitPlaceholder')}
      maxLength={20}
      autoComplete="off"
      {...field('unit')}
    />
  )
}

/** Steps on the way, each with words and perhaps a date. */
export function MilestoneFields({ question, hint }: Asked) {
  const { t } = useTranslation('goals')
  const form = useFormContext<GoalValues>()
  const { field, state } = useFields(form)
  const labelId = useId()
  const rows = useFieldArray({ control: form.control, name: 'milestones', keyName: 'key' })
  const rowFocus = useRowFocus()
  const { error } = state('milestones')
  return (
    <div role="group" aria-labelledby={labelId} className={classes.milestones}>
      <Input.Label component="span" id={labelId}>
        {question ?? t('fields.milestones')}
      </Input.Label>
      {hint && <Input.Description>{hint}</Input.Description>}
      {rows.fields.length === 0 && error && <Input.Error>{error}</Input.Error>}
      {rows.fields.map(({ key }, index) => {
        const number = index + 1
        return (
          <div key={key} className={classes.milestone}>
            <TextInput
              aria-label={t('fields.milestone', { number })}
              placeholder={t('fields.milestonePlaceholder')}
              maxLength={120}
              autoComplete="off"
              className={classes.words}
              {...field(`milestones.${index}.text`)}
            />
            <Controller
              control={form.control}
              name={`milestones.${index}.date`}
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <DateField
                  ref={ref}
                  aria-label={t('fields.milestoneDate', { number })}
                  placeholder={t('fields.anyDate')}
                  clearable
                  className={classes.date}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                />
              )}
            />
            <ActionIcon
              variant="subtle"
              color="negative"
              size="lg"
              aria-label={t('fields.removeMilestone', { number })}
              ref={rowFocus.buttonAt(index)}
              onClick={() => {
                rowFocus.removed(index)
                rows.remove(index)
              }}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </div>
        )
      })}
      {rows.fields.length < MOST_MILESTONES && (
        <Button
          ref={rowFocus.buttonAt(rows.fields.length)}
          variant="subtle"
          size="sm"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => rows.append({ id: '', text: '', date: null })}
        >
          {t('fields.addMilestone')}
        </Button>
      )}
    </div>
  )
}

export function WhyFields(asked: Asked) {
  const { t } = useTranslation('goals')
  const form = useFormContext<GoalValues>()
  const { field, state } = useFields(form)
  return (
    <>
      <Textarea
        {...labelled(asked, t('fields.why'))}
        placeholder={t('fields.whyPlaceholder')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        {...field('why')}
      />
      <Controller
        control={form.control}
        name="area"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Autocomplete
            ref={ref}
            label={t('fields.area')}
            placeholder={t('fields.areaPlaceholder')}
            maxLength={40}
            data={GOAL_AREAS.map((area) => t(`areas.${area}`))}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            {...state('area')}
          />
        )}
      />
    </>
  )
}

export function TargetDateField(asked: Asked) {
  const { t } = useTranslation('goals')
  const form = useFormContext<GoalValues>()
  const { state } = useFields(form)
  const today = dateOf(useNow(), useViewer().timezone)
  return (
    <Controller
      control={form.control}
      name="targetDate"
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <DateField
          ref={ref}
          {...labelled(asked, t('fields.targetDate'))}
          placeholder={t('fields.anyDate')}
          minDate={today}
          clearable
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          {...state('targetDate')}
        />
      )}
    />
  )
}

/** Everything at once: the free form of a new goal, and the form of one that exists. */
export function AllGoalFields({ isFixed = false }: { isFixed?: boolean }) {
  return (
    <>
      <TitleField />
      <MeasureFields isFixed={isFixed} />
      <MilestoneFields />
      <WhyFields />
      <TargetDateField />
    </>
  )
}
