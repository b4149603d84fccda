import { expect, test } from 'vitest'
import { Channel } from '#contract/calendar/calendar.ts'
import { ownLink } from '#contract/links/meeting-links.ts'
import { needOf } from '#contract/sessions/channels.ts'
import { emptyMeeting, meetingBody, meetingOf, requestedMeeting, switched } from './meeting-form.ts'
import { knownMeeting } from '../meeting.ts'

const links = { meet: null, zoom: 'https://zoom.us/j/123', teams: 'no es un enlace', whatsapp: '5512345678' }

test('only a usable address is prefilled', () => {
  expect(ownLink('zoom', links)).toBe('https://zoom.us/j/123')
  expect(ownLink('teams', links)).toBe('')
  expect(ownLink('whatsapp', links)).toBe('')
  expect(ownLink('place', links)).toBe('')
})

test('it starts with the usual channel, unless the coach has an address only for another one', () => {
  const zoom = { channel: 'zoom', meetingUrl: 'https://zoom.us/j/123', place: '' }
  expect(emptyMeeting(links, 'zoom')).toEqual(zoom)
  expect(emptyMeeting(links, 'meet')).toEqual(zoom)
  expect(emptyMeeting({}, 'meet')).toEqual({ channel: 'meet', meetingUrl: '', place: '' })
  expect(emptyMeeting(links, 'phone')).toEqual({ channel: 'phone', meetingUrl: '', place: '' })
})

// @spec 1.5
test("the session's address wins over the coach's", () => {
  const said = { channel: 'meet', meetingUrl: 'https://meet.google.com/abc', place: null } as const
  expect(meetingOf(said, links)).toEqual({ channel: 'meet', meetingUrl: said.meetingUrl, place: '' })
  expect(requestedMeeting(said, links)).toEqual(meetingOf(said, links))
})

test('without an address, a session keeps its channel, and a request starts where the coach has one', () => {
  const unsaid = { channel: 'meet', meetingUrl: null, place: null } as const
  expect(meetingOf(unsaid, links)).toEqual({ channel: 'meet', meetingUrl: '', place: '' })
  expect(meetingOf({ ...unsaid, channel: 'zoom' }, links).meetingUrl).toBe(links.zoom)
  expect(requestedMeeting(unsaid, links)).toEqual({ channel: 'zoom', meetingUrl: links.zoom, place: '' })
})

// @spec P.231
test('a meeting elsewhere needs its link, one in person its place, and a call by name or number nothing', () => {
  expect(Object.fromEntries(Channel.options.map((channel) => [channel, needOf(channel)]))).toEqual({
    norte: 'nothing',
    meet: 'link',
    zoom: 'link',
    teams: 'link',
    skype: 'nothing',
    whatsapp: 'nothing',
    facetime: 'nothing',
    phone: 'nothing',
    place: 'place',
  })
  expect(meetingBody({ channel: 'place', meetingUrl: 'https://zoom.us/j/1', place: 'Reforma 222' })).toEqual({
    channel: 'place',
    place: 'Reforma 222',
  })
})

test('a request can be confirmed unchanged only if the meeting place is known', () => {
  const request = (change: object) => ({ channel: 'zoom', meetingUrl: null, place: null, ...change }) as const
  expect(knownMeeting(request({}), links)).toEqual({ channel: 'zoom', meetingUrl: links.zoom })
  expect(knownMeeting(request({ channel: 'meet' }), links)).toBeUndefined()
  expect(
    knownMeeting(request({ channel: 'meet', meetingUrl: 'https://meet.google.com/abc' }), links),
  ).toEqual({
    channel: 'meet',
    meetingUrl: 'https://meet.google.com/abc',
  })
  expect(knownMeeting(request({ channel: 'place' }), links)).toBeUndefined()
  expect(knownMeeting(request({ channel: 'phone' }), links)).toEqual({ channel: 'phone' })
})

test("after a change of channel typed input stays, and the profile's address changes", () => {
  const zoom = { channel: 'zoom', meetingUrl: links.zoom, place: '' } as const
  expect(switched(zoom, links, 'meet')).toEqual({ channel: 'meet', meetingUrl: '', place: '' })
  const typed = { ...zoom, meetingUrl: 'https://zoom.us/j/999' }
  expect(switched(typed, links, 'teams')).toEqual({ ...typed, channel: 'teams' })
  expect(switched({ channel: 'place', place: 'Reforma 222' }, links, 'zoom').meetingUrl).toBe(links.zoom)
})
