// Writes the countries that the server ships, from the packages with their data. Those are over a megabyte and too slow
// to load during a request.
import { writeFileSync } from 'node:fs'
import { countryList } from './country-list.ts'
import { formatted } from '../../setup/format.ts'
import { at } from '../../setup/project.mjs'

const file = at('src', 'server', 'modules', 'countries', 'countries.json')
writeFileSync(file, await formatted(file, JSON.stringify(countryList())))
