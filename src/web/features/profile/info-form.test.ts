import { describe, expect, test } from 'vitest'
import { type Profile, ProfileBody } from '#contract/account/profiles.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'
import { infoBody, infoOf, infoSchema } from './info-form.ts'

const profile = { name: 'Ana', lastName: 'López', jobOcuppation: null, birthday: null } as Profile
const problems = (change: object) =>
  infoSchema('2027-02-02')
    .safeParse(cleaned({ ...infoOf(profile), ...change }))
    .error?.issues.map(({ path, message }) => `${path[0] as string} ${message}`) ?? []

describe('the form of /profile/info (product §18)', () => {
  test('survives a round trip', () => {
    expect(infoBody(infoOf(profile))).toEqual({ ...profile, jobOcuppation: '' })
    expect(ProfileBody.safeParse(infoBody(infoOf(profile))).success).toBe(true)
  })

  test('needs both names, and a birthday in the past', () => {
    expect(problems({})).toEqual([])
    expect(problems({ birthday: '2027-02-02', jobOcuppation: 'Coach' })).toEqual([])
    expect(problems({ birthday: '2027-02-03' })).toEqual(['birthday date_future'])
    expect(problems({ name: ' ', lastName: 'L' })).toHaveLength(2)
  })
})
