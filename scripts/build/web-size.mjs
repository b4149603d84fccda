// Prints the size of each screen of the built web, brotli-compressed, compared with its budget. Counted are the files
// that a browser fetches if it opens this screen first. Exits with 1 if a budget is exceeded.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { at } from '../setup/project.mjs'
import { readScreens } from './screen-files.mjs'

const KB = 1000
const web = process.argv[2] ?? at('dist', 'web')

/** @type {Record<string, { file: string; imports?: string[]; css?: string[]; isEntry?: boolean; isDynamicEntry?: boolean; src?: string }>} */
const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'))

const sizes = new Map()

function brotli(file) {
  if (!sizes.has(file)) {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    sizes.set(file, brotliCompressSync(readFileSync(join(web, file)), options).length)
  }
  return sizes.get(file)
}

/** Every file that a chunk loads, itself included. */
function filesOf(name, found = new Set()) {
  const { file, imports = [], css = [] } = manifest[name]
  if (found.has(file)) return found
  found.add(file)
  for (const style of css) found.add(style)
  for (const next of imports) filesOf(next, found)
  return found
}

function union(...sets) {
  return new Set(sets.flatMap((set) => [...set]))
}

function weigh(files, extension) {
  return (
    [...files].filter((file) => file.endsWith(extension)).reduce((sum, file) => sum + brotli(file), 0) / KB
  )
}

const nameOf = (end) => {
  const name = Object.keys(manifest).find((key) => key.endsWith(end))
  if (!name) throw new Error(`The build has no ${end}`)
  return name
}

// The page itself lists its first files; a grouped entry is not in the manifest.
const page = readFileSync(join(web, 'index.html'), 'utf8')
const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file)
const entry = union(
  new Set(named),
  ...Object.keys(manifest)
    .filter((name) => named.includes(manifest[name].file))
    .map((name) => filesOf(name)),
)
const shell = union(entry, filesOf(nameOf('app/shell/Shell.tsx')))
const home = (name) => union(shell, filesOf(nameOf(`app/dashboard/${name}.tsx`)))
const homes = { coach: home('CoachDashboardScreen'), client: home('ClientDashboardScreen') }

// Chunks that two or more screens use count as loaded for a second screen.
const table = await readScreens()
const screens = [
  ...new Set(table.screens.filter(({ file }) => file !== null).map(({ file }) => nameOf(file))),
]
const shared = new Set(
  screens
    .flatMap((name) => [...filesOf(name)])
    .filter((file, _, all) => all.indexOf(file) !== all.lastIndexOf(file)),
)

let failed = false

function line(label, value, budget) {
  const kept = value <= budget
  if (!kept) failed = true
  console.log(
    `  ${label.padEnd(34)} ${value.toFixed(1).padStart(7)} KB   (≤ ${budget} KB: ${kept ? 'yes' : 'NO'})`,
  )
}

line('sign-in page, JavaScript', weigh(entry, '.js'), 185)
line('sign-in page, CSS', weigh(entry, '.css'), 18)
for (const [side, files] of Object.entries(homes)) {
  line(`dashboard of a ${side}, JavaScript`, weigh(files, '.js'), 215)
  line(`dashboard of a ${side}, CSS`, weigh(files, '.css'), 18)
}
for (const name of screens.toSorted((a, b) => a.localeCompare(b))) {
  const known = union(homes.coach, shared)
  const own = [...filesOf(name)].filter((file) => !known.has(file))
  const label = name.replace(/^.*\//, '').replace(/\.tsx$/, '')
  line(label, weigh(own, '.js'), label === 'CalendarScreen' ? 80 : 60)
}
// Parts that are loaded on demand.
const parts = Object.keys(manifest).filter((name) => manifest[name].isDynamicEntry && !screens.includes(name))
for (const name of parts.filter((part) => part.endsWith('CalendarGrid.tsx'))) {
  const own = [...filesOf(name)].filter((file) => !union(homes.coach, shared).has(file))
  line('calendar grid', weigh(own, '.js'), 80)
}

process.exitCode = failed ? 1 : 0
