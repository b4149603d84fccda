import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import {
  type CorrectionValues,
  correctionDraft,
  leftCorrection,
  restoredCorrection,
} from './correction/correction-form.ts'
import { isPrepared } from '#web/features/sessions/prepare/preparation-form.ts'
import { CorrectionForm } from './correction/CorrectionForm.tsx'
import { PreparationAnswersList } from '#web/features/sessions/prepare/PreparationAnswersList.tsx'
import { Ratings } from './Ratings.tsx'
import { RecordActions } from './RecordActions.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import { SessionFacts } from '#web/features/sessions/components/SessionFacts.tsx'
import { SessionStateNotice } from '#web/features/sessions/components/SessionStateNotice.tsx'
import { PrivateNotes, SharedRecord } from './SharedRecord.tsx'
import classes from './SessionRecord.module.css'

type Props = {
  session: SessionDto
  /** An error that occurred besides the closing. */
  notice?: ReactNode
}

/** The read-only record of a closed session: for the coach, with the private notes. */
export function SessionRecord({ session, notice }: Props) {
  const { t } = useTranslation(['sessions', 'records'])
  const viewer = useViewer()
  const [correcting, setCorrecting] = useState<boolean>()
  const [left, setLeft] = useState<Required<CorrectionValues>>()
  const stored = useStoredDraft(correctionDraft(session.id))
  const { closing, clientId, groupId, group } = session
  if (closing === null) return null
  const name = session.client?.name ?? group?.name ?? session.title
  // A stored correction opens by itself. One that is left for the record waits there; otherwise the draft is deleted.
  const restored = correcting === undefined ? restoredCorrection(stored?.value, session) : left
  const isRestored = restored !== undefined && session.allowedActions.includes('correct')
  if (correcting ?? isRestored) {
    const close = (written?: Required<CorrectionValues>) => {
      setLeft(written)
      setCorrecting(false)
    }
    return (
      <CorrectionForm
        {...{ session, name, restored }}
        onDone={() => close()}
        onLeave={(written) => close(leftCorrection(written, session))}
      />
    )
  }
  const on = (at: string) => formatDayMonth(fromIso(at), viewer.timezone, currentLanguage())
  const closedOn = t('record.closedOn', { date: on(closing.closedAt) })
  return (
    <Page
      title={session.title}
      subtitle={
        closing.correctedAt
          ? `${closedOn} · ${t('records:record.correctedOn', { date: on(closing.correctedAt) })}`
          : closedOn
      }
      template="form"
      back={
        <BackLink
          to={
            clientId === null
              ? paths.groupView({ groupId: groupId ?? '' })
              : paths.sessionsOf({ type: 'Client', itemId: clientId })
          }
          label={clientId === null ? name : t('list.titleOf', { name })}
        />
      }
    >
      {notice}
      <Card>
        <SessionStateNotice session={session} viewer={viewer} />
        <SessionFacts session={session} viewer={viewer} />
        <RecordFacts session={session} />
        <div className={classes.actions}>
          <RecordActions session={session} onCorrect={() => setCorrecting(true)} />
        </div>
      </Card>
      <SharedRecord session={session} viewer={viewer} />
      {closing.privateNotes !== undefined && <PrivateNotes notes={closing.privateNotes} />}
      <Voices session={session} />
    </Page>
  )
}

/** What the people of a session wrote: the preparation and the rating. */
function Voices({ session: { attendance, preparations, feedback } }: { session: SessionDto }) {
  const { t } = useTranslation('records')
  const nameOf = (personId: string) => attendance.find((person) => person.personId === personId)?.name ?? ''
  return (
    <>
      {feedback.map(({ personId, updatedAt: _, ...answers }) => (
        <Card key={personId} title={t('rate.titleOf', { name: nameOf(personId) })}>
          <Ratings answers={answers} />
        </Card>
      ))}
      {preparations
        .filter(({ answers }) => isPrepared(answers))
        .map(({ personId, answers }) => (
          <Card key={personId} title={t('prepare.titleOf', { name: nameOf(personId) })}>
            <PreparationAnswersList answers={answers} />
          </Card>
        ))}
    </>
  )
}
