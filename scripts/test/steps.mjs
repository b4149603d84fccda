// Runs the steps of a check: several at a time, one line each, with the output of those that fail.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at, root } from '../setup/project.mjs'

/** Command line of a package's program, without a shell and on the Node that runs this. */
export function tool(packageName, ...args) {
  const { bin, name } = JSON.parse(readFileSync(at('node_modules', packageName, 'package.json'), 'utf8'))
  const program = typeof bin === 'string' ? bin : (bin[args[0]] ?? bin[name] ?? Object.values(bin)[0])
  const rest = typeof bin === 'object' && args[0] in bin ? args.slice(1) : args
  return [process.execPath, at('node_modules', packageName, program), ...rest]
}

/** Command line of a file of this project. */
export function script(path, ...args) {
  return [process.execPath, at(...path.split('/')), ...args]
}

/**
 * Runs `{ name, command, env? }` steps, at most `width` at a time, in the given order. Resolves to `{ name, ok }` per
 * step; the output of failed steps is printed at the end, so that it is not interleaved.
 */
export async function runSteps(steps, { width }) {
  const results = await runAll(steps, { width, onEnd: (result) => console.log(line(result)) })
  printFailed(results)
  return results
}

/**
 * Runs steps one after the other at low priority, beside work that often waits. Prints nothing: `printResults` does,
 * when that work has printed its own.
 */
export function runBeside(steps) {
  return runHidden(steps.map((step) => ({ ...step, command: ['nice', '-n', '5', ...step.command] })))
}

/** The same at normal priority. */
export function runHidden(steps) {
  return runAll(steps, { width: 1, onEnd: () => undefined })
}

/** One line per step, then the output of those that failed. */
export function printResults(results) {
  for (const result of results) console.log(line(result))
  printFailed(results)
}

async function runAll(steps, { width, onEnd }) {
  const waiting = [...steps]
  const results = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runQuietly(step)
      results.push(result)
      onEnd(result)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

function printFailed(results) {
  for (const { name, ok, output } of results) {
    if (!ok) console.log(`\n--- ${name} ---\n${output.trimEnd()}`)
  }
}

/** Runs one step and shows its output immediately. */
export async function runLoudly(step) {
  console.log(`\n--- ${step.name} ---`)
  const result = await run(step, ['ignore', 'inherit', 'inherit'])
  console.log(line(result))
  return result
}

async function runQuietly(step) {
  return run(step, ['ignore', 'pipe', 'pipe'])
}

// Longer than all tests may take: only a step that hangs is still running then.
const hangsMs = (process.env.FAULTS ? 90 : 50) * 60_000
const running = new Set()

for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
]) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(128 + number)
  })
}

function run({ name, command, env }, stdio) {
  const started = performance.now()
  const [program, ...args] = command
  const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env }, timeout: hangsMs })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text))
  }
  return new Promise((resolve) => {
    const end = (ok, note = '') => {
      running.delete(child)
      resolve({ name, ok, output: output + note, seconds: (performance.now() - started) / 1000 })
    }
    child.on('error', (error) => end(false, `${error.message}\n`))
    child.on('close', (code, signal) => end(code === 0, signal ? `ended by ${signal}\n` : ''))
  })
}

function line({ name, ok, seconds }) {
  return `${ok ? '✓' : '✗'} ${name.padEnd(28)}${seconds.toFixed(1).padStart(6)} s`
}
