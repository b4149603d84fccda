import { describe, expect, test } from 'vitest'
import { type OtherSide, reachOf } from './reach.ts'

const held = { channel: 'phone', meetingUrl: null, place: null, type: 'Client' } as const
const other: OtherSide = { country: 'Mexico', phone: '+52 999 555 0101', email: 'ana@correo.example' }

// @spec P.231
describe('a session outside our rooms', () => {
  test.each([
    ['phone', other, 'tel:+529995550101'],
    ['whatsapp', other, 'https://wa.me/529995550101'],
    ['whatsapp', { country: 'Mexico', whatsapp: '999 555 0101' }, 'https://wa.me/529995550101'],
    ['facetime', other, 'facetime:+529995550101'],
    ['facetime', { country: null, facetime: 'ana@correo.example' }, 'facetime:ana@correo.example'],
    ['skype', { country: null, skype: 'ana.coach' }, 'skype:ana.coach?call'],
    ['skype', { country: null, skype: 'skype:ana?chat' }, 'skype:ana?chat'],
    ['skype', { country: null, skype: 'Pregunta por Ana' }, undefined],
  ] as const)('by %s of %o opens %s', (channel, side, href) => {
    expect(reachOf({ ...held, channel }, 'client', side)).toMatchObject({ kind: 'call', href })
  })

  test('opens its own address where it has one', () => {
    const meetingUrl = 'https://zoom.example.org/j/1'
    expect(reachOf({ ...held, channel: 'zoom', meetingUrl }, 'client', other)).toEqual({
      kind: 'page',
      href: meetingUrl,
    })
  })

  test('at a place leads to the map', () => {
    expect(reachOf({ ...held, channel: 'place', place: 'Calle 60 #491, Mérida' }, 'client', other)).toEqual({
      kind: 'page',
      href: 'https://www.google.com/maps/search/?api=1&query=Calle%2060%20%23491%2C%20M%C3%A9rida',
    })
  })

  test.each([
    ['phone', 'Client', 'client', 'coach'],
    ['phone', 'Client', 'coach', 'client'],
    ['whatsapp', 'Group', 'coach', 'both'],
    ['skype', 'Client', 'coach', 'both'],
    ['skype', 'Client', 'client', 'coach'],
    ['meet', 'Client', 'coach', 'coach'],
    ['place', 'Client', 'client', 'coach'],
  ] as const)('says who has to add what is missing: %s, %s, as %s: %s', (channel, type, viewer, who) => {
    expect(reachOf({ ...held, channel, type }, viewer, { country: null })).toEqual({ kind: 'missing', who })
  })
})
