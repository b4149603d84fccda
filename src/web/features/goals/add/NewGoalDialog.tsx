import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useMatch, useNavigate } from 'react-router'
import type { ClientId, GroupId } from '#contract/values.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { paths, patterns } from '#web/paths.ts'
import { setAlert } from '#web/store/alert.ts'
import { useNewGoal } from '#web/store/new-goal.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { PersonChoice } from '#web/widgets/people/PersonChoice.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { useAddGoal } from '#web/widgets/queries/goal.queries.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import {
  AllGoalFields,
  MeasureFields,
  MilestoneFields,
  TargetDateField,
  TitleField,
  WhyFields,
} from './GoalFields.tsx'
import classes from './GoalFields.module.css'
import {
  GoalForm,
  type GoalValues,
  QUESTIONS,
  type Question,
  newGoalBody,
  noGoal,
  questionOf,
} from './goal-form.ts'

type Props = {
  onClose: () => void
  /** While the dialog of a client, which this one can lead to, is in its place: what was typed stays. */
  hidden?: boolean
}

const STEPS = Object.keys(QUESTIONS) as Question[]

/** A new goal (product §11): five short questions, or everything at once. */
export default function NewGoalDialog({ onClose, hidden = false }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const navigate = useNavigate()
  const isInCall = useMatch(patterns.sessionRoom) !== null
  const { side } = useViewer()
  const owner = useNewGoal((state) => state.owner)
  const add = useAddGoal()
  const [way, setWay] = useState<'guided' | 'free'>('guided')
  const [question, setQuestion] = useState<Question>('what')
  const asksWho = side === 'coach' && owner === null
  const name = useOwnerName()
  const form = useSchemaForm(asksWho ? WithClient : GoalForm, { defaultValues: noGoal() })
  const { formError } = useFields(form)

  const isLast = question === STEPS.at(-1)
  const go = (by: number) => setQuestion(STEPS[STEPS.indexOf(question) + by]!)
  const next = async () => {
    const fields = QUESTIONS[question].filter((field) => field !== 'clientId' || asksWho)
    // A wrong field that nobody has touched is quiet until somebody wants to go on.
    for (const field of fields) form.setValue(field, form.getValues(field), { shouldTouch: true })
    if (await form.trigger(fields)) go(1)
  }
  // A promise: the toast appears even if the dialog was closed meanwhile.
  const submit = form.handleSubmit((goal) => {
    const whose =
      owner?.type === 'Group'
        ? { groupId: owner.itemId as GroupId }
        : side === 'coach' && owner
          ? { clientId: owner.itemId as ClientId }
          : {}
    return add.mutateAsync(newGoalBody(goal, whose)).then(
      ({ id: open, clientId, group }) => {
        onClose()
        const text = side === 'coach' && name ? t('new.addedFor', { name }) : t('new.added')
        const place =
          side === 'client'
            ? paths.goals({ open })
            : group
              ? paths.goalsOf({ type: 'Group', itemId: group.id, open })
              : paths.goalsOf({ type: 'Client', itemId: clientId!, open })
        // A step to another page ends a call.
        const see = { label: t('new.see'), run: () => void navigate(place) }
        setAlert(text, 'success', isInCall ? null : see)
      },
      (failure: unknown) => {
        const refused =
          failure instanceof ApiFailure && failure.fields && questionOf(Object.keys(failure.fields))
        if (refused) setQuestion(refused)
        showFailure(failure, { form })
      },
    )
  })
  const send = () => {
    if (way === 'guided' && !isLast) return void next()
    void submit()
  }
  return (
    <FormDialog
      title={side === 'coach' && owner && name ? t('new.titleFor', { name }) : t('new.title')}
      size={560}
      hidden={hidden}
      isSending={add.isPending}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <div className={classes.way}>
            <Segments
              label={t('new.how')}
              options={[
                { value: 'guided', label: t('new.guided') },
                { value: 'free', label: t('new.free') },
              ]}
              value={way}
              onChange={(next) => {
                setWay(next)
                // What was typed stays; that a field was left on the way to this choice does not make it wrong.
                form.reset(form.getValues())
              }}
            />
            {way === 'guided' && <Progress question={question} />}
          </div>
          {way === 'free' ? (
            <>
              {asksWho && <Who />}
              <AllGoalFields />
            </>
          ) : (
            <Step key={question} isFirst={question === 'what'}>
              <Fields question={question} asksWho={asksWho} />
            </Step>
          )}
          <FormError text={formError} />
          <div className={classes.buttons}>
            {way === 'guided' && question !== 'what' && (
              <Button variant="default" onClick={() => go(-1)}>
                {t('new.back')}
              </Button>
            )}
            <LoadingButton type="submit" loading={add.isPending} loadingLabel={t('common:loading')}>
              {way === 'guided' && !isLast ? t('new.next') : t('new.submit')}
            </LoadingButton>
          </div>
        </form>
      </FormProvider>
    </FormDialog>
  )
}

/** Where the form asks whose it is, it has to be said. */
const WithClient = GoalForm.refine(({ clientId }) => clientId !== undefined, {
  path: ['clientId'],
  error: 'required',
})

/** The name of the person or group that it is for; undefined for a client's own. */
function useOwnerName(): string | undefined {
  const owner = useNewGoal((state) => state.owner)
  const { side } = useViewer()
  const id = owner?.itemId ?? ''
  const isCoach = side === 'coach'
  const client = useQuery({ ...clientQuery(id), enabled: isCoach && owner?.type === 'Client' })
  const group = useQuery({ ...groupQuery(id), enabled: isCoach && owner?.type === 'Group' })
  return client.data?.name ?? group.data?.name
}

function Progress({ question }: { question: Question }) {
  const { t } = useTranslation('goals')
  const step = STEPS.indexOf(question) + 1
  return (
    <span className={classes.way}>
      <span className={classes.dots} aria-hidden="true">
        {STEPS.map((each, index) => (
          <span key={each} className={classes.dot} data-done={index < step || undefined} />
        ))}
      </span>
      <span className={classes.count} role="status">
        {t('new.step', { step, count: STEPS.length })}
      </span>
    </span>
  )
}

/** One question; the next one has the focus where somebody answers it. */
function Step({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null)
  const wasShown = useRef(isFirst)
  useEffect(() => {
    if (!wasShown.current) step.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
    wasShown.current = true
  }, [])
  return (
    <div ref={step} className={classes.step}>
      {children}
    </div>
  )
}

function Fields({ question, asksWho }: { question: Question; asksWho: boolean }) {
  const { t } = useTranslation('goals')
  const asked = { question: t(`new.questions.${question}`), hint: t(`new.questions.${question}Hint`) }
  switch (question) {
    case 'what':
      return (
        <>
          {asksWho && <Who />}
          <TitleField {...asked} />
        </>
      )
    case 'measure':
      return <MeasureFields {...asked} />
    case 'steps':
      return <MilestoneFields {...asked} />
    case 'why':
      return <WhyFields {...asked} />
    case 'when':
      return <TargetDateField {...asked} />
  }
}

function Who() {
  const { t } = useTranslation('goals')
  const { coachId } = useViewer()
  const form = useFormContext<GoalValues>()
  const { state } = useFields(form)
  return (
    <Controller
      control={form.control}
      name="clientId"
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <PersonChoice
          {...{ ref, coachId, value, onChange, onBlur, ...state('clientId') }}
          title={t('new.who')}
          choosing="assignable"
        />
      )}
    />
  )
}
