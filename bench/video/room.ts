// A session that is about to be held in its room, and its two people in browsers.
import type { Browser, Page } from '@playwright/test'
import type pg from 'pg'
import type { Me } from '#contract/account/auth.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import { addMinutes, systemClock, toIso } from '#time/clock.ts'
import { STORAGE_KEYS } from '#web/storage-keys.ts'
import { initialRoot, sessionOf } from '#web/store/store.ts'
import { say } from '../../scripts/pictures/browser.ts'
import { LANGUAGE } from '../../scripts/pictures/language.ts'
import { type Practice, type Signed, makePractice } from '../practice.ts'

export type Room = { sessionId: SessionId; path: string; coach: Signed; client: Signed }

export type GroupRoom = Omit<Room, 'client'> & { clients: Signed[] }

/** Books a session that starts in five minutes, of a coach made for it. */
export async function openRoom(
  pool: pg.Pool,
  url: string,
  { name, tokenSecret }: { name: string; tokenSecret: string },
): Promise<Room> {
  const { coach, clients, clientIds } = await openPractice(pool, { name, clients: 1, tokenSecret })
  const [client] = clients
  return { ...(await book(url, coach, { type: 'Client', clientId: clientIds[0] })), coach, client: client! }
}

/** The same with a group of all clients of a coach. */
export async function openGroupRoom(
  pool: pg.Pool,
  url: string,
  options: { name: string; clients: number; tokenSecret: string },
): Promise<GroupRoom> {
  const { coach, clients, clientIds } = await openPractice(pool, options)
  const group = { name: 'Líderes', capacity: options.clients, publish: true }
  const { id: groupId } = await ask<{ id: string }>(url, coach, 'POST', '/v1/group', group)
  await ask(url, coach, 'POST', `/v1/group/${groupId}/member`, { clientIds })
  return { ...(await book(url, coach, { type: 'Group', groupId })), coach, clients }
}

async function openPractice(
  pool: pg.Pool,
  options: { name: string; clients: number; tokenSecret: string },
): Promise<Practice & { clientIds: string[] }> {
  const practice = await makePractice(pool, { ...options, withHistory: false })
  const { rows } = await pool.query<{ id: string }>('select id from clients where coach_id = $1', [
    practice.coach.userId,
  ])
  return { ...practice, clientIds: rows.map(({ id }) => id) }
}

async function book(url: string, coach: Signed, whom: object): Promise<Pick<Room, 'sessionId' | 'path'>> {
  const startsAt = addMinutes(systemClock.now(), 5)
  const { id: sessionId } = await ask<SessionDto>(url, coach, 'POST', '/v1/session', {
    ...whom,
    channel: 'norte',
    outsideHours: true,
    startsAt: toIso(startsAt),
    endsAt: toIso(addMinutes(startsAt, 60)),
  })
  return { sessionId, path: `/session/room/${sessionId}` }
}

async function ask<T>(
  url: string,
  { token }: Signed,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** A page of somebody who is signed in, with a camera and a microphone. */
export async function openSeat(browser: Browser, url: string, person: Signed): Promise<Page> {
  const me = await ask<Me>(url, person, 'GET', '/v1/auth/me')
  const { token } = person
  const { language } = me.user
  const stored = {
    [STORAGE_KEYS.session]: { token, userId: me.id },
    [STORAGE_KEYS.root]: { ...initialRoot, session: sessionOf(me, token), translate: { language } },
  }
  const localStorage = Object.entries(stored).map(([key, value]) => ({
    name: key,
    value: JSON.stringify(value),
  }))
  const context = await browser.newContext({
    baseURL: url,
    locale: LANGUAGE,
    timezoneId: 'America/Mexico_City',
    permissions: ['camera', 'microphone'],
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 720 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  return context.newPage()
}

/** Goes in from the lobby, once the camera shows something there. Answers when the button was pressed. */
export async function goIn(page: Page, { path }: Pick<Room, 'path'>): Promise<number> {
  await page.goto(path)
  await page.getByRole('button', { name: say('video:own.hide') }).waitFor()
  const pressed = page.evaluate(
    () =>
      new Promise<number>((done) => {
        addEventListener('click', () => done(performance.timeOrigin + performance.now()), {
          capture: true,
          once: true,
        })
      }),
  )
  await page.getByRole('button', { name: say('video:door.join'), exact: true }).click()
  return pressed
}

/** The moment when the picture of somebody else moves on a page, on the clock of this machine. */
export function untilMoving(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const moves = (video: HTMLVideoElement) =>
      video.videoWidth > 2 && video.getVideoPlaybackQuality().totalVideoFrames >= 2
    for (;;) {
      const videos = [...document.querySelectorAll<HTMLVideoElement>('li video:not([data-own])')]
      if (videos.some(moves)) return performance.timeOrigin + performance.now()
      await new Promise((done) => setTimeout(done, 10))
    }
  })
}

/** Waits until nobody else is shown. */
export async function untilAlone(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('li video:not([data-own])'))
}
