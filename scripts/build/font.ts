// Writes the font that every page loads first: Inter as its package has it, without the weights that nothing uses. They
// are a third of its bytes.
import { writeFileSync } from 'node:fs'
import { at } from '../setup/project.mjs'
import { LATIN_FONT, latinFont } from './latin-font.ts'

writeFileSync(at(LATIN_FONT), await latinFont())
