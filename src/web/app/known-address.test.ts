import { expect, test } from 'vitest'
import { patterns, type PathName } from '#web/paths.ts'
import { isKnownAddress } from './known-address.ts'

const id = '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10'

const good = (name: PathName) =>
  patterns[name]
    .replace(':type', name === 'resourceNew' ? 'file' : 'Client')
    .replace(':selectedDate', '2027-02-04')
    .replace(':section', 'info')
    .replace(/:\w+/g, id)

const names = Object.keys(patterns) as PathName[]

test.each(names)('%s with valid parts is known', (name) => {
  expect(isKnownAddress(good(name))).toBe(true)
})

const named = names.filter((name) => patterns[name].includes(':type'))

// @spec 2.14
test.each(named)('%s of another type is unknown (product §1 D10)', (name) => {
  for (const type of ['Otro', 'client', 'Clients', 'toString']) {
    expect(isKnownAddress(good(name).replace(/(?<=\/)(Client|file)(?=\/|$)/, type))).toBe(false)
  }
})

const withId = names.filter((name) => good(name).includes(id))

// @spec 2.14
test.each(withId)('%s with an impossible id is unknown', (name) => {
  for (const bad of ['1', 'x'.repeat(36), `${id}0`, "1'--"]) {
    expect(isKnownAddress(good(name).replace(id, encodeURIComponent(bad)))).toBe(false)
  }
})

test('a group is as good as a client, and what no pattern knows is the router’s business', () => {
  expect(isKnownAddress(good('sessionsOf').replace('Client', 'Group'))).toBe(true)
  expect(isKnownAddress('/nowhere')).toBe(true)
  expect(isKnownAddress('/session/new/mañana')).toBe(false)
})
