import { z } from 'zod'
import { Channel } from '#contract/calendar/calendar.ts'
import { ownLink, type Links } from '#contract/links/meeting-links.ts'
import { NewSessionBody } from '#contract/sessions/sessions.ts'
import { needOf } from '../meeting.ts'

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
export function usualMeeting(
  last: { channel: Channel; meetingUrl: string | null; place: string | null } | null,
  links: Links,
  usual: Channel,
): MeetingForm {
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

/** The meeting of a session that already has one. */
export function meetingOf(
  session: { channel: Channel; meetingUrl: string | null; place: string | null },
  links: Links,
): MeetingForm {
  if (session.meetingUrl === null && session.place === null && ownLink(session.channel, links) === '') {
    return emptyMeeting(links, session.channel)
  }
  return {
    channel: session.channel,
    meetingUrl: session.meetingUrl ?? ownLink(session.channel, links),
    place: session.place ?? '',
  }
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
