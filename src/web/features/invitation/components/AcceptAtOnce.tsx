import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { accept } from '../accepting.ts'
import { type ByGoogle, byGoogle, dropSpentTicket } from '../by-google.ts'
import classes from './Answer.module.css'
import { AnswerButtons } from './AnswerButtons.tsx'
import { LegalNote } from './LegalNote.tsx'
import { type Answer, asksForCode, followRefusal } from '../answer.ts'

/** Accepts with one tap: signed in with the invited address, or confirmed by Google to own it (product §4). */
export function AcceptAtOnce({ invitation, token, onDecline, onCode, ticket = null }: Answer & ByGoogle) {
  const { t } = useTranslation('invitation')
  const [accepting, setAccepting] = useState(false)
  const submit = async () => {
    const answer = { ...byGoogle(ticket) }
    setAccepting(true)
    try {
      await accept(invitation.clientId, token, answer)
    } catch (failure) {
      setAccepting(false)
      if (asksForCode(failure))
        return onCode((code) => accept(invitation.clientId, token, { ...answer, code }))
      showFailure(failure)
      followRefusal(failure)
      dropSpentTicket(failure)
    }
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className={classes.text}>{t('oneTap.text', { email: invitation.email })}</p>
      <AnswerButtons acceptLabel={t('accept')} accepting={accepting} onDecline={onDecline} />
      <LegalNote />
    </form>
  )
}
