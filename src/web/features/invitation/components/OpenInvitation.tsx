import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvitationDto } from '#contract/invitations.ts'
import { useStore } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { GoogleNotice } from '#web/widgets/sign-in/GoogleNotice.tsx'
import { useGoogleMemory } from '#web/widgets/sign-in/google-memory.ts'
import { keepCodeSent } from '#web/widgets/sign-in/invitation-memory.ts'
import type { Answer, SendWithCode } from '../answer.ts'
import { type Stage, stageOf } from '../stage.ts'
import { useCoachAccent } from '../use-coach-accent.ts'
import { AcceptAtOnce } from './AcceptAtOnce.tsx'
import { CoachIntro } from './CoachIntro.tsx'
import { CodeStep } from './CodeStep.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { NewAccountForm } from './NewAccountForm.tsx'
import classes from './OpenInvitation.module.css'
import { OtherAccount } from './OtherAccount.tsx'
import { SignInToAccept } from './SignInToAccept.tsx'

type Props = { invitation: InvitationDto; token: string }

/** An unanswered invitation: who invites, and the way to accept or decline. */
export function OpenInvitation({ invitation, token }: Props) {
  const { t } = useTranslation('invitation')
  const user = useStore((root) => root.session.user)
  const [declining, setDeclining] = useState(false)
  const [sending, setSending] = useState<{ send: SendWithCode }>()
  useCoachAccent(invitation.coach.colorUI)

  const ticket = useGoogleMemory((memory) => memory.ticket)
  const stage = stageOf(invitation, user?.email ?? null, ticket !== null)
  const onCode = (send: SendWithCode) => {
    keepCodeSent()
    setSending({ send })
  }
  const answer = { invitation, token, onDecline: () => setDeclining(true), onCode }
  return (
    <div className={classes.columns}>
      <CoachIntro {...invitation} />
      <Card title={t(sending ? 'code.title' : `${stage}.title`)} className={classes.answer}>
        {sending && (
          <CodeStep email={invitation.email} send={sending.send} onBack={() => setSending(undefined)} />
        )}
        {/* Keeps the input, for a return from the code step. */}
        <div hidden={sending !== undefined}>
          {(stage === 'newAccount' || stage === 'signIn') && (
            <div className={classes.notice}>
              <GoogleNotice email={invitation.email} />
            </div>
          )}
          <Stages key={stage} stage={stage} answer={answer} ticket={ticket} name={user?.fullName ?? ''} />
        </div>
      </Card>
      <DeclineDialog
        opened={declining}
        clientId={invitation.clientId}
        token={token}
        coachName={invitation.coach.name}
        onClose={() => setDeclining(false)}
        onCode={onCode}
      />
    </div>
  )
}

type StagesProps = { stage: Stage; answer: Answer; ticket: string | null; name: string }

/** The way to answer that fits the visitor. */
function Stages({ stage, answer, ticket, name }: StagesProps) {
  const { email, accountExists } = answer.invitation
  switch (stage) {
    case 'newAccount':
      return <NewAccountForm {...answer} />
    case 'signIn':
      return <SignInToAccept {...answer} />
    case 'withGoogle':
      return accountExists ? (
        <AcceptAtOnce {...answer} ticket={ticket} />
      ) : (
        <NewAccountForm {...answer} ticket={ticket} />
      )
    case 'oneTap':
      return <AcceptAtOnce {...answer} />
    case 'otherAccount':
      return <OtherAccount name={name} email={email} />
  }
}
