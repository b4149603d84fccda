import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import type { Channel } from '#contract/calendar/calendar.ts'
import type { CoacheeType } from '#contract/values.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { BookButtons } from './BookButtons.tsx'
import { CoacheeField } from './CoacheeField.tsx'
import { MoreOptions } from './MoreOptions.tsx'
import classes from './NewSession.module.css'
import type { NewSessionForm } from './new-session-form.ts'
import { useGroupChannel } from './use-group-channel.ts'
import { useInviting } from './use-inviting.ts'
import { useNewSession } from './use-new-session.ts'
import { useUsual } from './use-usual.ts'
import { WhenField } from './WhenField.tsx'

type Props = {
  type: CoacheeType
  /** Records a session that was held. */
  isPast: boolean
  lengths: readonly number[]
  /** The earliest day a session may be recorded on. */
  firstOn: string
  /** The day whose hours are offered first. */
  firstDate: string | null
  usual: { channel: Channel; keepsLength: boolean }
  /** Begins with any other hour instead of the offered ones. */
  startsOwn: boolean
}

/** The coach's form for a session or series: with whom, when, and folded what is usual (design.md, "Behaviour"). */
export function NewSession({ type, isPast, lengths, firstOn, firstDate, usual, startsOwn }: Props) {
  const viewer = useViewer()
  const form = useFormContext<NewSessionForm>()
  const { formError } = useFields(form)
  const coacheeId = form.watch('coacheeId')
  const clientId = type === 'Client' ? coacheeId : ''
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: clientId !== '' })
  useGroupChannel(type === 'Group' ? coacheeId : '')
  useUsual(clientId, usual)
  const inviting = useInviting(client)
  const booking = useNewSession(type, { isPast, startsOwn, inviting, client })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        booking.submit()
      }}
    >
      <Card>
        <div className={classes.fields}>
          <CoacheeField {...{ type, client, inviting }} />
          <WhenField {...{ booking, viewer, client, isPast, lengths, firstOn, firstDate, type }} />
          <MoreOptions {...{ booking, viewer, client, type, isPast, lengths }} />
        </div>
      </Card>
      <BookButtons {...{ booking, viewer, client, isPast, formError }} />
    </form>
  )
}
