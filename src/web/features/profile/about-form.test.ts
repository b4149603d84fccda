import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/account/profiles.ts'
import { schemaResolver } from '#web/widgets/forms/form-model.ts'
import { type AboutForm, aboutBody, aboutOf, aboutSchema } from './about-form.ts'

const profile = {
  bio: 'Acompaño a líderes.',
  specialities: ['Liderazgo'],
  spokenLanguages: [],
  credentials: [],
  practisingSince: null,
  aboutMe: null,
  expectations: null,
} as unknown as Profile

async function errorsOf(side: 'coach' | 'client', values: AboutForm) {
  const resolve = schemaResolver(aboutSchema(side, 2027))
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.keys(errors)
}

describe('/profile/about (product §18)', () => {
  test('opens with the saved values, empty without any', () => {
    expect(aboutOf(profile)).toEqual({
      bio: 'Acompaño a líderes.',
      specialities: ['Liderazgo'],
      spokenLanguages: [],
      credentials: [],
      practisingSince: '',
      aboutMe: '',
      expectations: '',
    })
  })

  test('everything may be left empty, on both sides', async () => {
    const empty = { ...aboutOf(profile), bio: '', specialities: [] }
    expect(await errorsOf('coach', empty)).toEqual([])
    expect(await errorsOf('client', empty)).toEqual([])
  })

  test.each([1939, 2028, 20.5])('a first year of practice cannot be %d', async (year) => {
    expect(await errorsOf('coach', { ...aboutOf(profile), practisingSince: year })).toEqual([
      'practisingSince',
    ])
  })

  test('sends only the fields of the side; an empty year is removed', () => {
    const values = aboutOf(profile)
    expect(aboutBody('coach', values)).toEqual({
      bio: 'Acompaño a líderes.',
      specialities: ['Liderazgo'],
      spokenLanguages: [],
      credentials: [],
      practisingSince: null,
    })
    expect(aboutBody('coach', { ...values, practisingSince: 2015 }).practisingSince).toBe(2015)
    expect(aboutBody('client', { ...values, aboutMe: 'Corro.' })).toEqual({
      aboutMe: 'Corro.',
      expectations: '',
    })
  })
})
