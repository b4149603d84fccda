import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { useAcceptTime } from '../moves.queries.ts'
import classes from './ChooseTime.module.css'

type Props = { session: SessionDto; viewer: Viewer }

/** The times the coach proposed: the client chooses one, the coach sees what was offered (product §9). */
export function ChooseTime({ session, viewer }: Props) {
  const { t } = useTranslation('moves')
  const { proposals, allowedActions } = session
  if (proposals.length === 0) return null
  if (allowedActions.includes('accept')) return <Choice session={session} viewer={viewer} />
  return (
    <div className={classes.box}>
      <h2 className={classes.title}>{t('accept.proposed')}</h2>
      <ul className={classes.times}>
        {proposals.map((each) => (
          <li key={each.startsAt} className={classes.when}>
            <TimeForBoth session={session} viewer={viewer} at={each} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Choice({ session, viewer }: Props) {
  const { t } = useTranslation(['moves', 'common'])
  const accept = useAcceptTime()
  const [chosen, setChosen] = useState<string | null>(null)
  const [failure, setFailure] = useState<string>()
  const { proposals, coach } = session
  // A withdrawn time is no longer chosen.
  const startsAt = proposals.find((each) => each.startsAt === chosen)?.startsAt

  const submit = () => {
    if (startsAt === undefined) return
    setFailure(undefined)
    // A promise, because the choice is gone as soon as the session is known to be confirmed.
    void accept.mutateAsync({ sessionId: session.id, startsAt }).then(
      () => setAlert(t('accept.done', { name: coach.name }), 'success'),
      (error: unknown) => showFailure(error, { dialog: setFailure }),
    )
  }

  return (
    <form
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2 className={classes.title} id="choose-time">
        {t('accept.title', { name: coach.name })}
      </h2>
      <Radio.Group value={chosen} onChange={setChosen} aria-labelledby="choose-time">
        <div className={classes.times}>
          {proposals.map((each) => (
            <Radio
              key={each.startsAt}
              value={each.startsAt}
              className={classes.option}
              data-chosen={each.startsAt === startsAt || undefined}
              label={
                <span className={classes.when}>
                  <TimeForBoth session={session} viewer={viewer} at={each} />
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <FormError text={failure} />
      <div className={classes.buttons}>
        <LoadingButton
          type="submit"
          disabled={startsAt === undefined}
          loading={accept.isPending}
          loadingLabel={t('common:loading')}
        >
          {t('accept.submit')}
        </LoadingButton>
        <span className={classes.hint}>{t('accept.none')}</span>
      </div>
    </form>
  )
}
