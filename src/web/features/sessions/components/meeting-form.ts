import { z } from 'zod'
import { Channel } from '#contract/calendar/calendar.ts'
import { ownLink, type Links } from '#contract/links/meeting-links.ts'
import { needOf } from '#contract/sessions/channels.ts'
import { NewSessionBody } from '#contract/sessions/sessions.ts'

/** Where a session is held. */
export const MeetingForm = z.object({
  channel: Channel,
  meetingUrl: NewSessionBody.shape.meetingUrl.unwrap().unwrap().optional(),
  place: NewSessionBody.shape.place,
})
export type MeetingForm = z.input<typeof MeetingForm>

/**
 * The initial form: in the coach's usual channel (product §8), unless that needs an address and the coach has one only
 * for another channel.
 */
export function emptyMeeting(links: Links, usual: Channel): MeetingForm {
  const hasLink = (channel: Channel) => ownLink(channel, links) !== ''
  const isReady = needOf(usual) !== 'link' || hasLink(usual)
  const channel = isReady ? usual : (Channel.options.find(hasLink) ?? usual)
  return { channel, meetingUrl: ownLink(channel, links), place: '' }
}

/**
 * The initial form for somebody who was met before: in the channel of the last session, at the coach's address of today,
 * or where they met.
 */
export function usualMeeting(last: Meeting | null, links: Links, usual: Channel): MeetingForm {
  if (last === null) return emptyMeeting(links, usual)
  const { channel, meetingUrl, place } = last
  return { channel, meetingUrl: ownLink(channel, links) || (meetingUrl ?? ''), place: place ?? '' }
}

/** The form after a change of channel: typed input stays, the profile's address changes with the channel. */
export function switched(
  { channel, meetingUrl = '', place }: MeetingForm,
  links: Links,
  next: Channel,
): MeetingForm {
  const isOwn = meetingUrl === '' || meetingUrl === ownLink(channel, links)
  return { channel: next, meetingUrl: isOwn ? ownLink(next, links) : meetingUrl, place }
}

type Meeting = { channel: Channel; meetingUrl: string | null; place: string | null }

/** The meeting of a session: in its own channel, at its own address or else the coach's for that channel. */
export function meetingOf({ channel, meetingUrl, place }: Meeting, links: Links): MeetingForm {
  return { channel, meetingUrl: meetingUrl ?? ownLink(channel, links), place: place ?? '' }
}

/** The meeting of a request, which its coach still chooses: one that is not known yet starts like a new one. */
export function requestedMeeting(request: Meeting, links: Links): MeetingForm {
  const meeting = meetingOf(request, links)
  return meeting.meetingUrl || meeting.place ? meeting : emptyMeeting(links, request.channel)
}

/** The meeting for the API: only the fields of its channel. An emptied address means no address. */
export function meetingBody({ channel, meetingUrl, place }: z.output<typeof MeetingForm>) {
  const need = needOf(channel)
  return {
    channel,
    ...(need === 'link' && { meetingUrl: meetingUrl || null }),
    ...(need === 'place' && place && { place }),
  }
}
