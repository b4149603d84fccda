import { expect, test } from 'vitest'
import { addToCalendarLinks, subscribeLinks } from './calendar-links.ts'

const session = {
  title: 'Sesión 3 con Ana & más',
  startsAt: '2027-02-04T15:00:00.000Z',
  endsAt: '2027-02-04T16:00:00.000Z',
  description: 'Objetivo: la entrevista',
  place: 'Café Luna, 2',
}

test('a session is passed to Google and Outlook in full, in UTC', () => {
  const { google, outlook } = addToCalendarLinks(session)
  const asked = new URL(google)
  expect(asked.origin + asked.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: session.title,
    dates: '20270204T150000Z/20270204T160000Z',
    details: session.description,
    location: session.place,
  })
  expect(Object.fromEntries(new URL(outlook).searchParams)).toMatchObject({
    rru: 'addevent',
    subject: session.title,
    startdt: session.startsAt,
    enddt: session.endsAt,
    location: session.place,
  })
  expect(outlook).not.toContain('+')
})

test('missing parts are left out of the address', () => {
  const { google } = addToCalendarLinks({ ...session, place: null, description: '' })
  expect(new URL(google).searchParams.has('location')).toBe(false)
  expect(new URL(google).searchParams.has('details')).toBe(false)
})

test('a feed is subscribed to by its address', () => {
  const { google, outlook, apple } = subscribeLinks('https://norte.example/v1/calendar/feed/a.ics', 'Norte')
  expect(apple).toBe('webcal://norte.example/v1/calendar/feed/a.ics')
  expect(new URL(google).searchParams.get('cid')).toBe(apple)
  expect(new URL(outlook).searchParams.get('url')).toBe('https://norte.example/v1/calendar/feed/a.ics')
})
