import { describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import type { Profile } from '#contract/account/profiles.ts'
import { completenessOf } from './completeness.ts'

const bareUser = {
  photo: null,
  jobOcuppation: null,
  phone: null,
  whatsapp: null,
  teams: null,
  meet: null,
  zoom: null,
  skype: null,
  facetime: null,
  companyName: null,
  companyPhoto: null,
  city: null,
} as SessionUser
const bareProfile = { bio: null, specialities: [], aboutMe: null, expectations: null } as unknown as Profile
const photo = { fileURL: '/x' }

describe('how complete a profile is (product §18)', () => {
  test('an empty profile is at zero, and each section lists what it lacks', () => {
    expect(completenessOf('coach', bareUser, bareProfile)).toEqual({
      percent: 0,
      sections: [
        { section: 'info', missing: ['photo', 'jobOcuppation'] },
        { section: 'contact', missing: ['reach', 'meeting'] },
        { section: 'about', missing: ['bio', 'specialities'] },
        { section: 'customization', missing: ['companyName', 'logo'] },
        { section: 'account', missing: ['city'] },
      ],
    })
  })

  test('what is not whole is rounded down, as the progress of goals is', () => {
    const most = { ...bareUser, phone: '+52 55 1234 5678', zoom: 'https://zoom.us/j/1', photo } as SessionUser
    const some = { ...most, jobOcuppation: 'Coach', city: 'León', companyName: 'Norte' } as SessionUser
    // Six of nine.
    expect(completenessOf('coach', some, bareProfile).percent).toBe(66)
  })

  test('a client has no company section and needs less', () => {
    const { sections } = completenessOf('client', bareUser, bareProfile)
    expect(sections.map(({ section }) => section)).toEqual(['info', 'contact', 'about', 'account'])
  })

  test('a full profile is at a hundred percent', () => {
    const user = {
      ...bareUser,
      photo,
      jobOcuppation: 'Coach',
      whatsapp: '55 1234 5678',
      skype: 'ana',
      companyName: 'Faro',
      companyPhoto: photo,
      city: 'Mérida',
    }
    const profile = { ...bareProfile, bio: 'x', specialities: ['y'], aboutMe: 'x', expectations: 'y' }
    for (const side of ['coach', 'client'] as const) {
      const { percent, sections } = completenessOf(side, user, profile)
      expect([percent, sections.flatMap(({ missing }) => missing)]).toEqual([100, []])
    }
  })

  test('text that is neither a link nor a number is not a contact', () => {
    const contact = (user: Partial<SessionUser>) =>
      completenessOf('coach', { ...bareUser, ...user }, bareProfile).sections[1]!.missing
    expect(contact({ whatsapp: 'hola', zoom: 'mi sala de siempre' })).toEqual(['reach', 'meeting'])
    expect(contact({ whatsapp: '55 1234 5678', zoom: 'https://zoom.us/j/123' })).toEqual([])
  })

  test('is a whole percentage', () => {
    expect(completenessOf('client', { ...bareUser, city: 'Mérida' }, bareProfile).percent).toBe(20)
    expect(completenessOf('coach', { ...bareUser, city: 'Mérida' }, bareProfile).percent).toBe(11)
  })
})
