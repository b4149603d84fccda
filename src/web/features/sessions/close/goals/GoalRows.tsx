import '@mantine/core/styles/NumberInput.layer.css'
import { Checkbox, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { ProgressRing } from '#web/widgets/goals/ProgressRing.tsx'
import { standingText } from '#web/widgets/goals/goal-texts.ts'
import { percentText } from '#web/widgets/numbers.ts'
import { briefQuery } from '../../records.queries.ts'
import type { ClosingValues } from '../closing-form.ts'
import classes from './GoalRows.module.css'

type Goal = SessionBrief['goals'][number]

/** The active goals, each with its progress of today where it moved (product §9). */
export default function GoalRows({ session }: { session: SessionDto }) {
  const { t } = useTranslation('goals')
  // It has come with the open actions above; without goals an empty card would only be in the way.
  const { data } = useQuery(briefQuery(session.id))
  const active = (data?.goals ?? []).filter(({ status }) => status === 'active')
  if (active.length === 0) return null
  return (
    <Card title={t('closing.title')} aside={<span className={classes.hint}>{t('closing.hint')}</span>}>
      <ul className={classes.goals}>
        {active.map((goal) => (
          <li key={goal.id}>
            <ProgressRing
              progress={goal.progress}
              label={t('progress', { percent: percentText(goal.progress) })}
              size={48}
            />
            <span className={classes.main}>
              <span className={classes.title}>{goal.title}</span>
              <span className={classes.hint}>{standingText(goal, t)}</span>
            </span>
            <Progress goal={goal} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Progress({ goal }: { goal: Goal }) {
  if (goal.measure === 'milestones') return <MilestoneTicks goal={goal} />
  return goal.measure === 'yesNo' ? <YesNo goal={goal} /> : <Amount goal={goal} />
}

function Amount({ goal: { id, title, measure, unit } }: { goal: Goal }) {
  const { t } = useTranslation('goals')
  const { control } = useFormContext<ClosingValues>()
  const suffix = measure === 'percent' ? '%' : unit && ` ${unit}`
  return (
    <Controller
      control={control}
      name={`goals.${id}.value`}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <NumberInput
          ref={ref}
          aria-label={t('closing.value', { title })}
          placeholder={t('closing.today')}
          {...(suffix && { suffix })}
          {...(measure === 'percent' && { min: 0, max: 100, clampBehavior: 'strict' as const })}
          decimalScale={4}
          hideControls
          inputMode="decimal"
          className={classes.amount}
          value={value ?? ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
          onBlur={onBlur}
        />
      )}
    />
  )
}

function YesNo({ goal }: { goal: Goal }) {
  const { t } = useTranslation('goals')
  const { control } = useFormContext<ClosingValues>()
  return (
    <Controller
      control={control}
      name={`goals.${goal.id}.value`}
      render={({ field: { value, onChange } }) => (
        <Segments
          label={t('closing.value', { title: goal.title })}
          options={[
            { value: '1', label: t('valueYes') },
            { value: '0', label: t('valueNo') },
          ]}
          value={String(value ?? goal.value ?? 0) as '0' | '1'}
          onChange={(next) => onChange(Number(next))}
        />
      )}
    />
  )
}

function MilestoneTicks({ goal }: { goal: Goal }) {
  const { control } = useFormContext<ClosingValues>()
  return (
    <Controller
      control={control}
      name={`goals.${goal.id}.done`}
      render={({ field: { value = [], onChange } }) => (
        <span className={classes.ticks}>
          {goal.milestones
            .filter(({ doneOn }) => doneOn === null)
            .map(({ id, text }) => (
              <Checkbox
                key={id}
                label={text}
                checked={value.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...value, id] : value.filter((each) => each !== id))
                }
              />
            ))}
        </span>
      )}
    />
  )
}
