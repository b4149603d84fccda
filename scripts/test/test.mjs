// npm test: the checks, every kind of test and the browser journeys, with a total in the last line. Arguments restrict
// it: names of kinds (`npm test -- unit api`), anything else is passed to the runners (`npm test -- api clients`).
// `--changed` runs the tests that a change can reach: uncommitted changes, or the whole branch with `--changed=main`. Without
// either, long tests are left out; LONG runs nothing else (npm run test:long).
import { join } from 'node:path'
import { isBuilt } from '../build/build-state.mjs'
import { changedFiles, reachOf } from './changed.mjs'
import { checkSteps } from './check-steps.mjs'
import { adviceFor, programs } from '../setup/debian-packages.mjs'
import { bundleStep, journeySteps } from './journeys.mjs'
import { chosenBy, runsIn } from './long-tests.mjs'
import { inSeparateNetwork } from './separate-network.mjs'
import { makeScratch } from './scratch.mjs'
import { printResults, runBeside, runHidden, runLoudly, runSteps, script, tool } from './steps.mjs'
import { filesOf, journeys, kinds } from './test-kinds.mjs'
import { add, nothing, readPlaywright, readVitest, summary, tally } from './test-reports.mjs'

const names = ['check', ...kinds.map(({ name }) => name), journeys.name]
const args = process.argv.slice(2)
const since = args.find((arg) => /^--changed(=|$)/.test(arg))
const asked = args.filter((arg) => names.includes(arg))
const filters = args.filter((arg) => !names.includes(arg) && arg !== since)
const runs = (name) => asked.length === 0 || asked.includes(name)
const isEverything = filters.length > 0 || Boolean(since) || process.env.EVERY_LOOK === 'yes'
const which = isEverything ? 'all' : process.env.LONG === 'yes' ? 'long' : 'short'

// The machine's zone must not matter; TZ overrides it to run everything in another one, EVERY_ZONE runs the rules of
// time, in full, in all the zones that have gone wrong somewhere (npm run test:zones).
process.env.TZ ??= 'UTC'
const otherZones = ['America/Tijuana', 'Asia/Kolkata']
if (process.env.EVERY_ZONE) otherZones.push('America/Mexico_City', 'Europe/Madrid', 'Pacific/Kiritimati')

const scratch = makeScratch()
process.env.TMPDIR = scratch

const tallies = []

const reach = since && reachOf(changedFiles(since.split('=')[1]))
if (reach?.everything) console.log(`Everything runs: ${reach.everything} is part of all features.`)
if (reach && !reach.everything) {
  await runChanged(reach)
  process.exit()
}

// Tests wait for processes, databases and browsers: the checks run in the gaps.
const checks = runs('check') && filters.length === 0 ? checkSteps : []
const zones = runs('unit') && filters.length === 0 ? zoneSteps() : []
const isAlone = filters.length === 0 && asked.length > 0 && asked.every((name) => name === 'check')
const beside = isAlone ? runSteps(checks, { width: 2 }) : runBeside([...checks, ...zones])

const needsBuild = (runs('runtime') || runs(journeys.name)) && !isBuilt()
const build = needsBuild
  ? await runSteps([{ name: 'build', command: script('scripts/build/build.mjs', '--if-changed') }], {
      width: 1,
    })
  : []
tallies.push(asTally(build))
const isStale = build.some(({ ok }) => !ok)

// An earlier build says nothing about the current sources.
const chosen = kinds.filter(({ name }) => runs(name) && !(isStale && name === 'runtime'))
const withJourneys = runs(journeys.name) && !isStale
const [waiting, busy] = [true, false].map((isWaiting) =>
  chosen.filter(({ name }) => (withJourneys && name === 'runtime') === isWaiting),
)
if (busy.length > 0) tallies.push(await vitest(busy))
const inBrowsers = withJourneys ? await readyJourneys() : undefined
const behind = runBehind(waiting, inBrowsers?.apart)
if (inBrowsers) tallies.push(await runJourneys(inBrowsers.usual, runLoudly))

const results = [...(await beside), ...(await behind)]
if (!isAlone && results.length > 0) {
  console.log('\n--- beside the tests ---')
  printResults(results)
}
const resultOf = ({ name }) => results.find((result) => result.name === name)
tallies.push(asTally(checks.map(resultOf)))
tallies.push(...zones.map((zone) => tally(readVitest, zone.report, resultOf(zone).ok)))

const total = add(tallies)
if (total.files.length === 0 && !isAlone) {
  console.log('No test was run.')
  total.failed += 1
}
if (filters.length === 0) {
  const all = [...chosen, ...(runs(journeys.name) && !isStale ? [journeys] : [])]
  const files = all.flatMap(filesOf)
  for (const file of files.filter((path) => runsIn(path, which) && !total.files.includes(path))) {
    console.log(`Not run: ${file}`)
    total.failed += 1
  }
  const others = files.filter((path) => runsIn(path, 'long')).length
  if (which === 'short' && others > 0)
    console.log(`\nLeft out: the long tests of ${others} files (npm run test:long).`)
}
finish(total)

function finish(found) {
  if (found.skipped > 0) console.log(`\n${found.skipped} skipped`)
  console.log(`\n${summary(found)}`)
  process.exitCode = found.failed > 0 ? 1 : 0
}

// The checks are `npm run check`; the sweeps of the contract are few and always run. The journeys of a feature run beside
// its other tests, because they wait a quarter of their time; in a full run the checks fill that.
async function runChanged({ api, journeys: files }) {
  const step = { name: 'build', command: script('scripts/build/build.mjs', '--if-changed') }
  const built = files.length > 0 ? await runSteps([step], { width: 1 }) : []
  const isBroken = built.some(({ ok }) => !ok)
  const results = []
  const hidden = async (journeysStep) => {
    results.push(...(await runHidden([journeysStep])))
    return results.at(-1)
  }
  const inOrder = async () => {
    const steps = await readyJourneys(['--pass-with-no-tests', ...files])
    for (const step of steps ? [steps.usual, steps.apart] : []) tallies.push(await runJourneys(step, hidden))
  }
  tallies.push(asTally(built))
  await Promise.all([files.length > 0 && !isBroken && inOrder(), runOthers(api)])
  if (results.length > 0) console.log('\n--- browser journeys ---')
  printResults(results)
  finish(add(tallies))
}

// Half of what they do is wait for processes and clocks: journeys fill that.
async function runBehind(projects, journeysApart) {
  const results = []
  const hidden = async (step) => {
    results.push(...(await runHidden([step])))
    return results.at(-1)
  }
  if (projects.length > 0) {
    const run = (step) => hidden({ ...step, name: 'runtime tests', command: inSeparateNetwork(step.command) })
    tallies.push(await vitest(projects, undefined, { run, options: ['--maxWorkers=2'] }))
  }
  if (journeysApart) tallies.push(await runJourneys(journeysApart, hidden))
  return results
}

async function runOthers(api) {
  const named = (name) => kinds.filter((kind) => kind.name === name)
  tallies.push(
    await vitest([...named('unit'), ...named('components'), ...named('db')], [since, '--passWithNoTests']),
  )
  tallies.push(await vitest([...named('contract'), ...named('api')], ['test/contract/', ...api]))
}

async function vitest(
  projects,
  wanted = filters.length > 0 ? ['--passWithNoTests', ...filters] : [],
  { run = runLoudly, options = [] } = {},
) {
  const report = join(scratch, `vitest-${projects[0].name}.json`)
  const command = tool(
    'vitest',
    'run',
    ...projects.map(({ name }) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    // Some of the long ones measure: beside another they would measure that.
    ...(process.env.FAULTS ? ['--no-file-parallelism'] : []),
    ...chosenBy.vitest[which],
    ...options,
    ...wanted,
  )
  const { ok } = await run({ name: 'tests', command })
  return tally((read) => readVitest(read, which), report, ok)
}

/** The rules of time under other zones of the machine; all of them with the demo at odd moments as well. */
function zoneSteps() {
  const steps = otherZones.map((zone, position) => {
    const report = join(scratch, `time-${position}.json`)
    const command = tool(
      'vitest',
      'run',
      '--project=unit',
      // Each worker loads the same few files again, and nobody waits for this run.
      '--maxWorkers=1',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      'src/time/',
    )
    const env = { TZ: zone, ...(!process.env.EVERY_ZONE && { FEWER_PROPERTY_RUNS: 'yes' }) }
    return { name: `time in ${zone}`, command, report, env }
  })
  return process.env.EVERY_ZONE ? [...steps, demoStep()] : steps
}

function demoStep() {
  const report = join(scratch, 'demo.json')
  const command = tool(
    'vitest',
    'run',
    '--project=api',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    'test/api/server/demo',
  )
  return { name: 'demo at odd moments', command, report, env: { DEMO_AT_ODD_MOMENTS: 'yes' } }
}

/** The steps of the journeys, once what they need is there; without it, what is missing counts as failed. */
async function readyJourneys(wanted = filters.length > 0 ? ['--pass-with-no-tests', ...filters] : []) {
  if (!programs.chromium.find()) {
    for (const line of adviceFor(programs.chromium)) console.log(line)
    tallies.push({ ...nothing(), failed: 1 })
    return undefined
  }
  const bundled = await runSteps([bundleStep], { width: 1 })
  tallies.push(asTally(bundled))
  return bundled[0].ok ? journeySteps(scratch, [...chosenBy.playwright[which], ...wanted]) : undefined
}

async function runJourneys(step, run) {
  const { ok } = await run(step)
  return tally(readPlaywright, step.report, ok)
}

function asTally(results) {
  const failed = results.filter(({ ok }) => !ok).length
  return { ...nothing(), passed: results.length - failed, failed }
}
