import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast, difference } from '#test/support/colours.ts'
import { ACCENTS, DEFAULT_ACCENT } from '#contract/account/accents.ts'
import type { StateColour } from '../layout/StatusBadge.tsx'

const css = readFileSync(join(import.meta.dirname, 'states.css'), 'utf8')
const theme = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

const NEUTRAL = ['done', 'off', 'blocked'] satisfies StateColour[]
const COLOURED = ['waiting', 'confirmed', 'now', 'closing', 'missed'] satisfies StateColour[]
const STATES: readonly StateColour[] = [...NEUTRAL, ...COLOURED]

/** The hexadecimal variables of a scheme in a style sheet. */
function variablesOf(sheet: string, scheme: Scheme): Map<string, string> {
  const start = sheet.indexOf(`[data-mantine-color-scheme='${scheme}'] {`)
  const block = sheet.slice(start, sheet.indexOf('}', start))
  return new Map([...block.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(([, name, value]) => [name!, value!]))
}

function colour(scheme: Scheme, name: string): string {
  const value = variablesOf(css, scheme).get(name) ?? variablesOf(theme, scheme).get(name)
  if (value === undefined) throw new Error(`No --${name} in the ${scheme} scheme`)
  return value
}

describe.each(SCHEMES)('the colours of states in the %s scheme', (scheme) => {
  test.each(STATES)('%s is clear against the ground, and its word can be read', (state) => {
    const line = colour(scheme, `state-${state}-line`)
    for (const surface of ['norte-card', 'norte-page']) {
      expect(contrast(line, colour(scheme, surface)), surface).toBeGreaterThanOrEqual(3)
    }
    const ground = colour(scheme, `state-${state}-ground`)
    expect(contrast(colour(scheme, `state-${state}-text`), ground)).toBeGreaterThanOrEqual(4.5)
    // A state is its line on its own ground, too: the edge of an entry in a calendar.
    if (state !== 'now') expect(contrast(line, ground)).toBeGreaterThanOrEqual(3)
  })

  // Neutral states are told apart by their sign and by what is struck, not by a hue.
  test.each([['Azul', DEFAULT_ACCENT] as const, ...Object.entries(ACCENTS)])(
    'are not the brand of %s',
    (_, { primary, secondary }) => {
      const brand = scheme === 'light' ? primary : secondary
      for (const state of COLOURED) {
        expect(difference(colour(scheme, `state-${state}-line`), brand), state).toBeGreaterThanOrEqual(0.07)
      }
    },
  )

  test('are told apart from each other; to close is waiting, outlined', () => {
    const others = COLOURED.filter((state) => state !== 'closing')
    for (const a of others) {
      for (const b of [...others, 'done'] as const) {
        if (a === b) continue
        const [x, y] = [colour(scheme, `state-${a}-line`), colour(scheme, `state-${b}-line`)]
        expect(difference(x, y), `${a}, ${b}`).toBeGreaterThanOrEqual(0.1)
      }
    }
    expect(colour(scheme, 'state-closing-line')).toBe(colour(scheme, 'state-waiting-line'))
    expect(colour(scheme, 'state-closing-ground')).not.toBe(colour(scheme, 'state-waiting-ground'))
  })
})

describe.each(SCHEMES)('what is drawn without words in the %s scheme', (scheme) => {
  const on = (ground: string, name: string) => contrast(colour(scheme, name), colour(scheme, ground))

  test('is told apart from the card: the edge of a choice, the sign of nothing', () => {
    expect(on('norte-card', 'norte-field-line')).toBeGreaterThanOrEqual(3)
    expect(on('norte-card', 'norte-muted')).toBeGreaterThanOrEqual(3)
  })

  test('an empty track is seen on the card', () => {
    expect(on('norte-card', 'norte-track')).toBeGreaterThanOrEqual(1.35)
  })

  test('the ground of a pill is not the ground of its field', () => {
    expect(on('norte-field', 'norte-neutral-soft')).toBeGreaterThanOrEqual(1.15)
  })
})
