// Writes the countries that the server ships, from the packages with their data. Those are over a megabyte and too slow
// to load during a request.
import { writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { countryList } from './country-list.ts'
import { at } from '../setup/project.mjs'

const file = at('src', 'server', 'modules', 'countries', 'countries.json')
const options = { ...(await resolveConfig(file)), filepath: file }
writeFileSync(file, await format(JSON.stringify(countryList()), options))
