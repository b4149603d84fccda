import { expect, test } from 'vitest'
import { feedLinks } from './feed-links.ts'

test('each program gets the address as it takes it, whole and escaped', () => {
  const url = 'https://norte.example/v1/calendar/feed/a-b_c.ics'
  const { apple, google, outlook } = feedLinks(url, 'Sesiones & más')
  expect(apple).toBe('webcal://norte.example/v1/calendar/feed/a-b_c.ics')
  expect(new URL(google).searchParams.get('cid')).toBe(apple)
  expect(new URL(outlook).searchParams.get('url')).toBe(url)
  expect(new URL(outlook).searchParams.get('name')).toBe('Sesiones & más')
})
