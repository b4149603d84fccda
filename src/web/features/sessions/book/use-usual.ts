import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Channel } from '#contract/calendar/calendar.ts'
import { useSessionUser } from '#web/store/store.ts'
import { usualMeeting } from '#web/features/sessions/components/meeting-form.ts'
import { minutesOf } from '#web/widgets/session/session-look.ts'
import { lastSessionQuery } from '../sessions.queries.ts'
import type { NewSessionForm } from './new-session-form.ts'

/**
 * Fills in what is usual for the chosen client, which is how long and where their last session was, unless the coach has
 * chosen something else here. Without a last session it is the coach's own channel.
 */
export function useUsual(
  clientId: string,
  { channel, keepsLength }: { channel: Channel; keepsLength: boolean },
): void {
  const user = useSessionUser()
  const { data: last } = useQuery({ ...lastSessionQuery(clientId), enabled: clientId !== '' })
  // The functions stay the same; the object that has them does not.
  const { getFieldState, setValue } = useFormContext<NewSessionForm>()
  useEffect(() => {
    if (last === undefined) return
    const isTouched = (name: 'channel' | 'meetingUrl' | 'place' | 'durationMin') =>
      getFieldState(name).isDirty
    if (!isTouched('channel') && !isTouched('meetingUrl') && !isTouched('place')) {
      const usual = usualMeeting(last, user, channel)
      setValue('channel', usual.channel)
      setValue('meetingUrl', usual.meetingUrl ?? '')
      setValue('place', usual.place ?? '', { shouldValidate: true })
    }
    if (last && !keepsLength && !isTouched('durationMin')) setValue('durationMin', minutesOf(last))
  }, [last, channel, keepsLength, getFieldState, setValue, user])
}
