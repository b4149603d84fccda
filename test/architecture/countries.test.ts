import { expect, test } from 'vitest'
import { listCountries } from '#server/modules/countries/countries.service.ts'
import { countryList, countryRecords } from '../../scripts/build/lists/country-list.ts'

test('the countries that are shipped are those of the packages (node scripts/build/lists/countries.ts)', () => {
  expect(listCountries().data).toEqual(countryList())
})

test('a zone the runtime does not know is left out', () => {
  expect(countryRecords([{ name: 'Here', cca2: 'HE', timezones: ['Mars/Olympus', 'UTC'] }])).toEqual([
    { name: { common: 'Here' }, cca2: 'HE', timezones: ['UTC'] },
  ])
})
