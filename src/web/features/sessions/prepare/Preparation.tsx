import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PreparationAnswers, SessionDto } from '#contract/sessions/sessions.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ScoreChips } from '#web/ui/inputs/ScoreChips.tsx'
import { useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { type PreparationText, isPrepared, textsOf } from './preparation-form.ts'
import { preparationDraft, restoredPreparation, usePreparation } from './use-preparation.ts'
import { KeptStatus } from './KeptStatus.tsx'
import classes from './Preparation.module.css'
import { PreparationAnswersList } from './PreparationAnswersList.tsx'
import { SessionPart } from '#web/features/sessions/components/SessionPart.tsx'

/** The longest answer (contract). */
const LONGEST = 2000

/**
 * A client's preparation for their session (product §9): open from 24 hours before, optional, saved automatically.
 * After that, and for the coach, it is read-only.
 */
export function Preparation({ session, side }: { session: SessionDto; side: Viewer['side'] }) {
  const { t } = useTranslation('records')
  if (session.allowedActions.includes('prepare')) return <Writable key={session.id} session={session} />
  const nameOf = (id: string) => session.attendance.find(({ personId }) => personId === id)?.name ?? ''
  return session.preparations
    .filter(({ answers }) => isPrepared(answers))
    .map(({ personId, answers }) => (
      <Card
        key={personId}
        title={side === 'client' ? t('prepare.titleOwn') : t('prepare.titleOf', { name: nameOf(personId) })}
      >
        <PreparationAnswersList answers={answers} />
      </Card>
    ))
}

function Writable({ session }: { session: SessionDto }) {
  const stored = useStoredDraft(preparationDraft(session.id))
  if (!stored) return null
  const draft = restoredPreparation(stored.value)
  const saved = session.preparations[0]?.answers ?? {}
  return <PreparationForm session={session} initial={draft ?? saved} isDraft={draft !== undefined} />
}

type FormProps = { session: SessionDto; initial: PreparationAnswers; isDraft: boolean }

function PreparationForm({ session, initial, isDraft }: FormProps) {
  const { t } = useTranslation('records')
  const { answers, kept, keeps, change, saveNow } = usePreparation(session.id, initial, isDraft)
  const text = (question: PreparationText) => (
    <Textarea
      key={question}
      label={t(`prepare.${question}`)}
      autosize
      minRows={2}
      maxLength={LONGEST}
      value={answers[question] ?? ''}
      onChange={({ currentTarget }) => change({ [question]: currentTarget.value })}
      onBlur={saveNow}
    />
  )
  const texts = textsOf(session, initial)
  const last = texts.length - 1
  return (
    <SessionPart part="preparation">
      <Card title={t('prepare.title')} aside={<KeptStatus kept={kept} keeps={keeps} />}>
        <p className={classes.intro}>{t('prepare.intro', { name: session.coach.name })}</p>
        <div className={classes.questions}>
          {texts.slice(0, last).map(text)}
          <ScoreChips
            label={t('prepare.mood')}
            from={1}
            value={answers.mood ?? null}
            onChange={(mood) => change({ mood })}
          />
          {texts.slice(last).map(text)}
        </div>
      </Card>
    </SessionPart>
  )
}
