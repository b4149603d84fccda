import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { groupChannel } from '#contract/groups.ts'
import { useSessionUser } from '#web/store/store.ts'
import { switched, type MeetingForm } from '#web/features/sessions/components/meeting-form.ts'
import { bookableGroupsQuery } from '../sessions.queries.ts'

/** Suggests the chosen group's channel (product §7), unless the coach has chosen another one here. */
export function useGroupChannel(groupId: string): void {
  const user = useSessionUser()
  const { data: groups } = useQuery({ ...bookableGroupsQuery(user.id), enabled: groupId !== '' })
  const group = groups?.find(({ id }) => id === groupId)
  const channel = group && groupChannel(group)
  const form = useFormContext<MeetingForm>()
  useEffect(() => {
    const { channel: before, ...meeting } = form.getValues()
    if (channel === undefined || channel === before || form.getFieldState('channel').isDirty) return
    form.setValue('meetingUrl', switched({ channel: before, ...meeting }, user, channel).meetingUrl)
    form.setValue('channel', channel, { shouldValidate: true })
  }, [channel, form, user])
}
