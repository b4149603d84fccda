// Prints the size of each screen of the built web, brotli-compressed, and the number of its files, compared with their
// budgets. Counted are the files that a browser fetches if it opens this screen first; for the size of a later screen,
// only those that it alone uses. Exits with 1 if a budget is exceeded.
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
const table = await readScreens()
const shell = union(entry, filesOf(nameOf(table.shell.file)))
const first = (audience) => {
  const found = table.screens.find((screen) => screen.isFirst && screen.audience === audience)
  if (!found) throw new Error(`No first screen for ${audience}`)
  return filesOf(nameOf(found.file))
}
const signIn = union(entry, first('visitor'))
const homes = { coach: union(shell, first('coach')), client: union(shell, first('client')) }

// Chunks that two or more screens use count as loaded for a second screen.
const screens = new Map(table.screens.map(({ file, isFramed }) => [nameOf(file), { isFramed }]))
const shared = new Set(
  [...screens.keys()]
    .flatMap((name) => [...filesOf(name)])
    .filter((file, _, all) => all.indexOf(file) !== all.lastIndexOf(file)),
)

let failed = false

function line(label, value, budget, unit = 'KB') {
  const kept = value <= budget
  if (!kept) failed = true
  const shown = value.toFixed(unit === 'KB' ? 1 : 0).padStart(7)
  console.log(`  ${label.padEnd(34)} ${shown} ${unit}   (≤ ${budget} ${unit}: ${kept ? 'yes' : 'NO'})`)
}

line('sign-in page, JavaScript', weigh(signIn, '.js'), 150)
line('sign-in page, CSS', weigh(signIn, '.css'), 18)
for (const [side, files] of Object.entries(homes)) {
  line(`dashboard of a ${side}, JavaScript`, weigh(files, '.js'), 190)
  line(`dashboard of a ${side}, CSS`, weigh(files, '.css'), 18)
}
const known = union(homes.coach, shared)
for (const [name, { isFramed }] of [...screens].toSorted(([a], [b]) => a.localeCompare(b))) {
  const own = [...filesOf(name)].filter((file) => !known.has(file))
  const label = name.replace(/^.*\//, '').replace(/\.tsx$/, '')
  line(label, weigh(own, '.js'), label === 'CalendarScreen' ? 80 : 60)
  line('', union(isFramed ? shell : entry, filesOf(name)).size, 40, 'files')
}
/** A part that is fetched when it is shown: what it has beyond the screens. */
function part(label, file, budget) {
  const own = [...filesOf(nameOf(file))].filter((each) => !known.has(each))
  line(label, weigh(own, '.js'), budget)
}

// These are larger than the screens that show them.
part('calendar grid', 'grid/SteadyGrid.tsx', 80)
part('editor of texts', 'rich-text/RichTextEditor.tsx', 130)

process.exitCode = failed ? 1 : 0
