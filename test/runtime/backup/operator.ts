import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')
type Command = 'backup' | 'restore' | 'accounts' | 'audit'
const script = (name: Command) => join(root, 'scripts', 'operator', `${name}.ts`)

export type Told = { code: number; out: string }

/** Runs an operator's command to its end: what it printed, on either output, and how it ended. */
export function operator(name: Command, env: Record<string, string>, ...args: string[]): Promise<Told> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [script(name), ...args],
      { env: { PATH: process.env['PATH'], ...env }, cwd: root },
      (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? -1) : 0, out: `${stdout}${stderr}` }),
    )
  })
}

/** Starts one, to be killed. */
export function launchOperator(name: Command, env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [script(name)], {
    env: { PATH: process.env['PATH'], ...env },
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (out += text))
  }
  return { child, printed: () => out, ended: once(child, 'close') as Promise<[number | null, string | null]> }
}

/** The name of the backup that a command says it made or restored. */
export function nameIn(out: string): string {
  const name = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z/.exec(out)?.[0]
  if (name === undefined) throw new Error(`No backup is named in: ${out}`)
  return name
}
