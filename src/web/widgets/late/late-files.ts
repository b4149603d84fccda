declare global {
  /** The files of the parts that come late, by the source of the part: the first script of the built page tells them. */
  var lateFiles: Readonly<Record<string, readonly string[]>> | undefined
}

/** Those that were asked for, each until it failed. */
const asked = new Set<string>()

/** What is asked for comes one after another, whichever part it belongs to. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Brings files into the browser's cache, one after another, and runs none of them: to run them, and to compute the page
 * with their styles, would keep a phone busy for a tap that may never come. What cannot be had is left to the tap.
 */
export function cacheFiles(files: readonly string[]): void {
  for (const file of files) {
    if (asked.has(file)) continue
    asked.add(file)
    last = last.then(() => cache(file)).catch(() => asked.delete(file))
  }
}

async function cache(file: string): Promise<void> {
  const answer = await fetch(`/${file}`, { priority: 'low' })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${file} answered ${String(answer.status)}`)
}
