import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A position in a bundled file, as V8 writes it in a stack. */
const BUNDLED = /(?:file:\/\/)?(\/[^\s()]+?\.js):(\d+):(\d+)/g

const maps = new Map<string, SourceMap | undefined>()

/**
 * A stack with the positions of the sources instead of those of the bundle. Each map is read when an error first needs
 * it: having Node read all of them would double the startup time.
 */
export function readableStack(stack: string): string {
  return stack.replaceAll(BUNDLED, (position, path: string, line: string, column: string) => {
    const origin = mapOf(path)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return position
    return `${shortened(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

function mapOf(path: string): SourceMap | undefined {
  if (!maps.has(path)) maps.set(path, readMap(path))
  return maps.get(path)
}

function readMap(path: string): SourceMap | undefined {
  const file = `${path}.map`
  if (!existsSync(file)) return undefined
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as ConstructorParameters<typeof SourceMap>[0])
}

/** The path from the project's root on; the rest depends on the machine. */
function shortened(source: string): string {
  const path = source.startsWith('file:') ? fileURLToPath(source) : source
  return path.replace(/^(?:\.\.\/)+/, '').replace(/^.*?\/(?=(?:src|node_modules)\/)/, '')
}
