import { z } from 'zod'
import { Channel } from '#contract/calendar.ts'
import { NewSessionBody } from '#contract/sessions.ts'
import { needOf, ownLink, type Links } from './meeting.ts'

/** Where a session is held. */
export const MeetingForm = z.object({
  channel: Channel,
  meetingUrl: NewSessionBody.shape.meetingUrl,
  place: NewSessionBody.shape.place,
})
export type MeetingForm = z.input<typeof MeetingForm>

/** The form as it opens: the first channel the coach has an address for, otherwise Meet (product §8). */
export function emptyMeeting(links: Links): MeetingForm {
  const channel = Channel.options.find((each) => ownLink(each, links) !== '') ?? 'meet'
  return { channel, meetingUrl: ownLink(channel, links), place: '' }
}

/** The meeting of a session that already says where. */
export function meetingOf(
  session: { channel: Channel; meetingUrl: string | null; place: string | null },
  links: Links,
): MeetingForm {
  if (session.meetingUrl === null && session.place === null && ownLink(session.channel, links) === '') {
    return emptyMeeting(links)
  }
  return {
    channel: session.channel,
    meetingUrl: session.meetingUrl ?? ownLink(session.channel, links),
    place: session.place ?? '',
  }
}

/** The meeting as the wire takes it: only what its channel uses. */
export function meetingBody({ channel, meetingUrl, place }: z.output<typeof MeetingForm>) {
  const need = needOf(channel)
  return {
    channel,
    ...(need === 'link' && meetingUrl && { meetingUrl }),
    ...(need === 'place' && place && { place }),
  }
}
