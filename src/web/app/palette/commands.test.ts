import type { UserType } from '#contract/account/auth.ts'
import { describe, expect, test } from 'vitest'
import { matchPath } from 'react-router'
import english from '../../../../public/locales/en-US/shell.json' with { type: 'json' }
import spanish from '../../../../public/locales/es-MX/shell.json' with { type: 'json' }
import type { Screen } from '../screen.ts'
import { patternsOf, screensOf } from '../screens.ts'
import { SIDEBAR, linksBeyond } from '#web/app/shell/navigation.ts'
import { beginningFirst, byKind, commandsOf, folded, matching, nextIndex, wishOf } from './commands.ts'

const OWN_ID = '01890000-0000-7000-8000-000000000001'

const addresses = (userType: UserType, wanted: (screen: Screen) => boolean = () => true) =>
  screensOf(userType).flatMap(([, screen]) => (wanted(screen) ? patternsOf(screen) : []))

function textOf(texts: object, key: string): unknown {
  return key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], texts)
}

// @spec P.29
describe.each(['coach', 'client'] as const)('the commands of a %s', (userType) => {
  test('lead only to routes of their table, each once', () => {
    const known = addresses(userType)
    const targets = commandsOf(userType, OWN_ID).flatMap(({ to }) => to ?? [])
    expect(known.length).toBeGreaterThan(15)
    expect(targets.filter((to) => !known.some((pattern) => matchPath(pattern, to)))).toEqual([])
    expect(new Set(targets).size).toBe(targets.length)
  })

  test('reach every place of the sidebar', () => {
    const targets = commandsOf(userType, OWN_ID).map(({ to }) => to)
    const sidebar = [...SIDEBAR[userType], ...linksBeyond(userType, OWN_ID)].map(({ to }) => to)
    expect(sidebar.filter((to) => !targets.includes(to))).toEqual([])
  })

  test('have a separate text in both languages', () => {
    for (const texts of [spanish, english]) {
      const labels = commandsOf(userType, OWN_ID).map(({ label }) => textOf(texts, label))
      expect(labels.every((label) => typeof label === 'string' && label !== '')).toBe(true)
      expect(new Set(labels).size).toBe(labels.length)
    }
  })
})

test('finding ignores accents, case and the order of words', () => {
  const entries = ['Memorándum', 'Configuración', 'Nuevo cliente', 'Mis Clientes'].map((text) => ({ text }))
  const found = (typed: string) => matching(entries, typed).map(({ text }) => text)
  expect(found('memorandum')).toEqual(['Memorándum'])
  expect(found('CONFIGURACIÓN')).toEqual(['Configuración'])
  expect(found('cli nue')).toEqual(['Nuevo cliente'])
  expect(found('client')).toEqual(['Nuevo cliente', 'Mis Clientes'])
  expect(found('  ')).toHaveLength(4)
  expect(found('.*')).toEqual([])
  expect(folded(' Ñandú ')).toBe('nandu')
})

test('the arrow keys go round, Home and End to the ends', () => {
  expect([nextIndex(0, 'ArrowUp', 3), nextIndex(2, 'ArrowDown', 3), nextIndex(0, 'ArrowDown', 3)]).toEqual([
    2, 0, 1,
  ])
  expect([nextIndex(1, 'Home', 3), nextIndex(1, 'End', 3), nextIndex(4, 'ArrowDown', 0)]).toEqual([0, 2, 0])
})

test('"agendar con" asks to book with whom the rest names', () => {
  const wish = (typed: string) => wishOf(typed, 'Agendar con')
  expect(wish('agendar con Mariana Torres')).toEqual({ books: true, search: 'Mariana Torres' })
  expect(wish(' AGEN  mar ')).toEqual({ books: true, search: 'mar' })
  expect(wish('agendar')).toEqual({ books: true, search: '' })
  expect(wish('agendar con')).toEqual({ books: true, search: '' })
  // Two letters may be a name, and so may "con" at its beginning.
  expect(wish('ag')).toEqual({ books: false, search: 'ag' })
  expect(wish('con')).toEqual({ books: false, search: 'con' })
  expect(wish('agendar Constanza')).toEqual({ books: true, search: 'Constanza' })
  expect(wish('Mariana agendar')).toEqual({ books: false, search: 'Mariana agendar' })
  expect(wishOf('', '')).toEqual({ books: false, search: '' })
})

test('people whose name begins with the letters come first', () => {
  const found = ['Fernanda Lozano Marín', 'Ana Márquez', 'Mariana Torres', 'Álvaro Marín'].map(
    (fullName) => ({
      fullName,
    }),
  )
  const namesFor = (typed: string) => beginningFirst(found, typed).map(({ fullName }) => fullName)
  expect(namesFor('mar')[0]).toBe('Mariana Torres')
  expect(namesFor('ALV')[0]).toBe('Álvaro Marín')
  expect(namesFor('')).toEqual(found.map(({ fullName }) => fullName))
})

test.each([
  ['', ['Nueva meta', 'Metas']],
  ['met', ['Metas', 'Nueva meta']],
  ['nueva', ['Nueva meta', 'Metas']],
])('things to begin come before screens, unless only a screen’s name begins so: “%s”', (typed, expected) => {
  const found = [
    { kind: 'screen' as const, text: 'Metas' },
    { kind: 'create' as const, text: 'Nueva meta' },
  ]
  expect(byKind(found, typed).map(({ text }) => text)).toEqual(expected)
})
