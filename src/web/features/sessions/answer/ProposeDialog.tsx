import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { addMinutes, toIso, type EpochMs } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { useProposeTimes } from '../moves.queries.ts'
import { MOST_PROPOSALS, isFull, toggled } from './proposals.ts'
import { ChosenTime } from '#web/features/sessions/times/ChosenTime.tsx'
import classes from '#web/features/sessions/times/ChosenTimes.module.css'
import { OwnTime } from '#web/features/sessions/times/OwnTime.tsx'
import { SessionDialog } from '#web/features/sessions/components/SessionDialog.tsx'
import { SlotChoice, minutesOf } from '#web/features/sessions/times/SlotChoice.tsx'

type Props = {
  session: SessionDto
  viewer: Viewer
  onAnswering: (isOn: boolean) => void
  onProposed: () => void
  onClose: () => void
}

/** Proposes one to three other times for a request, free ones or any the coach chooses (product §9). */
export default function ProposeDialog({ session, viewer, onAnswering, onProposed, onClose }: Props) {
  const { t } = useTranslation(['moves', 'common'])
  const propose = useProposeTimes()
  const [chosen, setChosen] = useState<readonly EpochMs[]>([])
  const [failure, setFailure] = useState<string>()
  const name = session.client?.name ?? ''
  const minutes = minutesOf(session)
  const choose = (start: EpochMs) => {
    setFailure(undefined)
    setChosen((before) => toggled(before, start))
  }

  const submit = () => {
    setFailure(undefined)
    onAnswering(true)
    const times = chosen.map((start) => ({
      startsAt: toIso(start),
      endsAt: toIso(addMinutes(start, minutes)),
    }))
    propose.mutate(
      { sessionId: session.id, times },
      {
        onSuccess: () => {
          setAlert(t('propose.done', { name }), 'success')
          onProposed()
        },
        onError: (error) => {
          showFailure(error, { dialog: setFailure })
          onAnswering(false)
        },
      },
    )
  }

  return (
    <SessionDialog title={t('propose.title')} onClose={onClose}>
      <p className={classes.words}>{t('propose.words', { name })}</p>
      <SlotChoice session={session} viewer={viewer} chosen={chosen} onChoose={choose} />
      <OwnTime
        session={session}
        viewer={viewer}
        full={isFull(chosen)}
        onAdd={(start) => chosen.includes(start) || choose(start)}
      />
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label={t('propose.chosen')}>
          {chosen.map((start) => (
            <ChosenTime
              key={start}
              start={start}
              end={addMinutes(start, minutes)}
              session={session}
              viewer={viewer}
              onRemove={() => choose(start)}
            />
          ))}
        </ul>
      )}
      <p className={classes.full} role="status">
        {chosen.length === MOST_PROPOSALS && t('propose.full')}
      </p>
      <div className={classes.foot}>
        <FormError text={failure} />
        <div className={classes.buttons}>
          <LoadingButton
            onClick={submit}
            disabled={chosen.length === 0}
            loading={propose.isPending}
            loadingLabel={t('common:loading')}
          >
            {t('propose.submit', { count: Math.max(1, chosen.length) })}
          </LoadingButton>
        </div>
      </div>
    </SessionDialog>
  )
}
