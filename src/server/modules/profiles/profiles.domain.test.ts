import { describe, expect, test } from 'vitest'
import { ProfileBody } from '#contract/account/profiles.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { refusedFields } from './profiles.domain.ts'

const today = '2027-02-02' as CalendarDate
const refused = (body: object, side: 'coach' | 'client' = 'coach') =>
  refusedFields(ProfileBody.parse(body), side, today)

describe('the valid values of a profile (product §18)', () => {
  test('each side has its own fields of /profile/about', () => {
    const ofCoach = {
      bio: '',
      specialities: [],
      spokenLanguages: [],
      credentials: [],
      practisingSince: null,
    }
    const ofClient = { aboutMe: null, expectations: '' }
    expect(refused(ofCoach)).toEqual({})
    expect(refused(ofClient, 'client')).toEqual({})
    expect(Object.keys(refused(ofCoach, 'client'))).toEqual(Object.keys(ofCoach))
    expect(Object.keys(refused(ofClient))).toEqual(Object.keys(ofClient))
  })

  test('neither birth nor the first year of practice is in the future', () => {
    expect(refused({ birthday: '2027-02-02', practisingSince: 2027 })).toEqual({})
    expect(refused({ birthday: '2027-02-03', practisingSince: 2028 })).toEqual({
      birthday: 'date_future',
      practisingSince: 'year_future',
    })
  })
})
