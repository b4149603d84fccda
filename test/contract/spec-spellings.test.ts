import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import * as auth from '#contract/account/auth.ts'
import { CountryRecord } from '#contract/countries.ts'
import { DEFAULT_COUNTRY } from '#contract/default-country.ts'
import { ADD_SOCKET, NEW_MESSAGE } from '#contract/events.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/languages.ts'
import * as google from '#contract/account/google.ts'
import { MessageNotification } from '#contract/messages.ts'
import {
  NotificationBody,
  NotificationDto,
  NotificationType,
  SPEC_NOTIFICATION_TYPES,
} from '#contract/notifications.ts'
import * as settings from '#contract/account/settings.ts'
import { PageQuery } from '#contract/values.ts'
import { SOCKET_RETRY_MS } from '#web/api/realtime/keep-connected.ts'
import { CHUNK_TIMEOUT_MS } from '#web/app/load-screen.ts'
import { POPOVER } from '#web/app/shell/header/popover-size.ts'
import { SECURE_PREFIX, STORAGE_KEYS } from '#web/storage-keys.ts'
import { REHYDRATE_TIMEOUT_MS } from '#web/storage.ts'
import { ALERT_MS } from '#web/store/alert.ts'

// @spec 3.6
describe('spellings of spec.md that must not be corrected', () => {
  // @spec 9.1
  it('keeps the storage keys (spec §3, §9)', () => {
    expect(STORAGE_KEYS).toEqual({ session: 'session', root: 'root', collapsed: 'collapsed' })
    expect(SECURE_PREFIX).toBe('@secure.')
  })

  // @spec 3.11
  it('keeps the notification types, ACEPTED with one C (spec §3)', () => {
    expect(SPEC_NOTIFICATION_TYPES).toEqual([
      '10_MINS_TO_START',
      'CANCELLED_SESSION_FROM_COACH',
      'CANCELLED_SESSION_FROM_CLIENT',
      'DAY_MEMORANDUM',
      'CLIENT_INVITATION_ACEPTED',
      'MEMBER_INVITATION_ACEPTED',
      'NEW_SESSION_FROM_COACH',
      'NEW_SESSION_FROM_CLIENT',
      'ASSIGNMENT_RESOURCE',
    ])
    expect(NEW_MESSAGE).toBe('NEW_MESSAGE')
    // NEW_MESSAGE is a live event and never an item of the list.
    expect(NotificationType.options).not.toContain('NEW_MESSAGE')
    expect(NotificationType.options.slice(0, 9)).toEqual([...SPEC_NOTIFICATION_TYPES])
  })

  it('keeps what the socket says (spec §4, §7)', () => {
    expect(ADD_SOCKET).toBe('ADD_SOCKET')
    expect(SOCKET_RETRY_MS).toBe(10_000)
  })

  // @spec 9.11
  it('keeps the times and sizes of the web (spec §4, §9)', () => {
    expect(ALERT_MS).toBe(6_000)
    expect(REHYDRATE_TIMEOUT_MS).toBe(5_000)
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
    expect(POPOVER).toEqual({ width: 270, height: 300 })
  })

  it('keeps the defaults (spec §2, §9)', () => {
    expect(DEFAULT_LANGUAGE).toBe('es-MX')
    expect(DEFAULT_COUNTRY).toBe('Mexico')
    expect(LANGUAGES).toEqual(['es-MX', 'en-US'])
    expect(PageQuery.parse({})).toEqual({ direction: 'asc', items: 10, page: 1 })
  })

  it('keeps the settings payload, and "Required" for country and zone (spec §3, §5)', () => {
    expect(Object.keys(settings.SettingsBody.shape)).toEqual(
      expect.arrayContaining('id country city timezone teams meet zoom skype'.split(' ')),
    )
    expect(settings.REQUIRED).toBe('Required')
  })

  // @spec 3.3
  it('keeps the fields of the session user, jobOcuppation among them (spec §3)', () => {
    expect(Object.keys(auth.SessionUser.shape)).toEqual(
      expect.arrayContaining(
        'id name lastName fullName email role jobOcuppation companyName photo language country city timezone facebook instagram twitter linkedIn teams meet zoom skype group colorUI companyPhoto coach'.split(
          ' ',
        ),
      ),
    )
    expect(auth.ClientRole.options).toEqual(['client', 'member', 'collaborator'])
    expect(auth.UserType.options).toEqual(['coach', 'client'])
    expect(Object.keys(auth.SignedIn.shape)).toEqual(['token', 'userType'])
    expect(Object.keys(auth.Me.shape).slice(0, 2)).toEqual(['id', 'payment'])
  })

  // @spec 3.3
  it('keeps the nested objects of the session user (spec §3)', () => {
    const { photo, companyPhoto, group, coach } = auth.SessionUser.shape
    expect(Object.keys(photo.unwrap().shape)).toEqual(['fileURL'])
    expect(Object.keys(companyPhoto.unwrap().shape)).toEqual(['fileURL'])
    expect(Object.keys(group.unwrap().shape)).toEqual(['id', 'name'])
    const ofCoach = coach.unwrap().shape
    expect(Object.keys(ofCoach)).toEqual(expect.arrayContaining(['colorUI', 'companyPhoto']))
    expect(Object.keys(ofCoach.companyPhoto.unwrap().shape)).toEqual(['fileURL'])
  })

  // @spec 3.9
  it('keeps notifications, message notifications and the country record (spec §3)', () => {
    expect(Object.keys(NotificationDto.shape)).toEqual(expect.arrayContaining(['type', 'createdAt', 'body']))
    expect(Object.keys(NotificationBody.shape)).toEqual(
      expect.arrayContaining('name lastName client group coach title resourceId description'.split(' ')),
    )
    const createdAt = '2027-02-02T15:00:00.000Z'
    const sender = { name: 'Mariana', lastName: 'Torres', photo: { fileURL: '/v1/file/x' } }
    const roomId = '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10'
    const message = { createdAt, body: { sender, type: 'Client', roomId } }
    expect(MessageNotification.parse(message)).toEqual(message)
    const mexico = { name: { common: 'Mexico' }, cca2: 'MX', timezones: ['America/Mexico_City'] }
    expect(CountryRecord.parse(mexico)).toEqual(mexico)
  })

  // @spec 3.7
  it('keeps the payload of the Google sign-in: googleData, and isCoach for somebody new (spec §3)', () => {
    const googleData = { ticket: 'x' }
    expect(google.signInWithGoogle.body.parse({ googleData })).toEqual({ googleData })
    expect(Object.keys(google.RegisterGoogleBody.shape)).toEqual(
      expect.arrayContaining(['googleData', 'isCoach']),
    )
    expect(google.RegisterGoogleBody.shape.isCoach.value).toBe(true)
  })

  it.each([
    ['GET', '/v1/auth/me'],
    ['POST', '/v1/auth/user'],
    ['POST', '/v1/auth/verifyemail'],
    ['POST', '/v1/auth/register'],
    ['POST', '/v1/auth/user/google'],
    ['POST', '/v1/auth/register/google'],
    ['GET', '/v1/client/coach/:coachId'],
    ['GET', '/v1/client/coach/:coachId/active'],
    ['GET', '/v1/client/all/coach/:coachId'],
    ['POST', '/v1/client/:coachId'],
    ['PUT', '/v1/client/:clientId'],
    ['GET', '/v1/client/:clientId'],
    ['POST', '/v1/client/:clientId/resendinvitation'],
    ['PUT', '/v1/user/:userId'],
    ['POST', '/v1/coach/custom/:coachId'],
    ['PUT', '/v1/coach/recurring-calendar/:coachId'],
    ['GET', '/v1/coach/availability/days/:coachId'],
    ['GET', '/v1/notification/all/:userId'],
    ['GET', '/v1/notification/pending/:userId'],
    ['GET', '/v1/notification/message/pending/:userId'],
    ['GET', '/v1/message/rooms'],
    ['PUT', '/v1/notification/read/:notificationId'],
    ['DELETE', '/v1/notification/:notificationId'],
    ['GET', '/v1/countries'],
  ])('keeps the call %s %s (spec §7)', (method, path) => {
    expect(
      [...ENDPOINTS.values()].some((endpoint) => endpoint.method === method && endpoint.path === path),
    ).toBe(true)
  })
})
