import { execFileSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { readableStack } from './readable-stacks.ts'

describe('a stack of the bundle', () => {
  test('names the source and its line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'norte-stack-'))
    const source = join(folder, 'src', 'server', 'failing.ts')
    await build({
      stdin: {
        contents: '\n\nexport function fail(reason: string): never {\n  throw new Error(reason)\n}\n',
        sourcefile: source,
        loader: 'ts',
      },
      outfile: join(folder, 'bundle.js'),
      format: 'esm',
      minifyWhitespace: true,
      sourcemap: 'linked',
    })
    // In a separate process, because the test runner maps stacks itself.
    const program = `import(${JSON.stringify(join(folder, 'bundle.js'))})
      .then(({ fail }) => fail('no luck'))
      .catch(({ stack }) => console.log(stack))`
    const stack = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })
    expect(stack).toContain('bundle.js')
    expect(readableStack(stack)).toMatch(/Error: no luck\n\s+at fail \(src\/server\/failing\.ts:4:\d+\)/)
  })

  test('is unchanged without a map', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'norte-stack-'))
    await writeFile(join(folder, 'bare.js'), '')
    const stack = `Error: x\n    at f (file://${folder}/bare.js:1:2)\n    at node:internal/process:1:1`
    expect(readableStack(stack)).toBe(stack)
  })
})
