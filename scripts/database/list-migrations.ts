// Adds new migrations to the list of landed ones. Existing lines are kept.
import { writeFileSync } from 'node:fs'
import { checksumsOf, LANDED_MIGRATIONS, landedAmong } from '../checks/migrations.ts'
import { readTree } from '../checks/tree.ts'
import { at, root } from '../setup/project.mjs'

const files = readTree(root)
const list = Object.fromEntries([...checksumsOf(files), ...landedAmong(files)])
writeFileSync(at(LANDED_MIGRATIONS), `${JSON.stringify(list, Object.keys(list).toSorted(), 2)}\n`)
