import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvitationDto } from '#contract/invitations.ts'
import { useStore } from '#web/app/store/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { GoogleNotice } from '#web/widgets/GoogleNotice.tsx'
import { useGoogleMemory } from '#web/widgets/google-memory.ts'
import { stageOf } from '../stage.ts'
import { useCoachAccent } from '../use-coach-accent.ts'
import { AcceptAtOnce } from './AcceptAtOnce.tsx'
import { CoachIntro } from './CoachIntro.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { NewAccountForm } from './NewAccountForm.tsx'
import classes from './OpenInvitation.module.css'
import { OtherAccount } from './OtherAccount.tsx'
import { SignInToAccept } from './SignInToAccept.tsx'

type Props = { invitation: InvitationDto; token: string }

/** An invitation that waits for its answer: who invites, and the way to say yes or no. */
export function OpenInvitation({ invitation, token }: Props) {
  const { t } = useTranslation('invitation')
  const user = useStore((root) => root.session.user)
  const [declining, setDeclining] = useState(false)
  useCoachAccent(invitation.coach.colorUI)

  const ticket = useGoogleMemory((memory) => memory.ticket)
  const stage = stageOf(invitation, user?.email ?? null, ticket !== null)
  const answer = { invitation, token, onDecline: () => setDeclining(true) }
  return (
    <div className={classes.columns}>
      <CoachIntro coach={invitation.coach} />
      <Card title={t(`${stage}.title`)} className={classes.answer}>
        {(stage === 'newAccount' || stage === 'signIn') && (
          <div className={classes.notice}>
            <GoogleNotice email={invitation.email} />
          </div>
        )}
        {stage === 'newAccount' && <NewAccountForm {...answer} />}
        {stage === 'signIn' && <SignInToAccept {...answer} />}
        {stage === 'withGoogle' &&
          (invitation.accountExists ? (
            <AcceptAtOnce {...answer} ticket={ticket} />
          ) : (
            <NewAccountForm {...answer} ticket={ticket} />
          ))}
        {stage === 'oneTap' && <AcceptAtOnce {...answer} />}
        {stage === 'otherAccount' && <OtherAccount name={user?.fullName ?? ''} email={invitation.email} />}
      </Card>
      <DeclineDialog
        opened={declining}
        clientId={invitation.clientId}
        token={token}
        coachName={invitation.coach.name}
        onClose={() => setDeclining(false)}
      />
    </div>
  )
}
