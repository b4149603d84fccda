import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

// A process logs some lines and ends in the same moment.

let child: ChildProcess
afterEach(() => void child.kill('SIGKILL'))

async function startChild(): Promise<ChildProcess> {
  child = spawn(process.execPath, [join(import.meta.dirname, 'log-child.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

describe('a process that logs and ends', () => {
  test('writes its last lines, in order', async () => {
    const { stdout } = await startChild()
    let out = ''
    stdout!.setEncoding('utf8').on('data', (text: string) => (out += text))
    const closed = once(child, 'close')
    child.send('end')
    expect(await closed).toEqual([3, null])
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line?: number; msg: string })
    expect(lines.map(({ line, msg }) => line ?? msg)).toEqual([1, 2, 3, 'the last line'])
  })

  test('ends also when nobody reads its output any more', async () => {
    const { stdout } = await startChild()
    const ended = once(child, 'exit')
    stdout!.destroy()
    await once(stdout!, 'close')
    child.send('end')
    expect(await ended).toEqual([3, null])
  })
})
