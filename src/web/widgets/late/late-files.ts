declare global {
  /** The files of the parts that come late, by the source of the part: the first script of the built page tells them. */
  var lateFiles: Readonly<Record<string, readonly string[]>> | undefined
}

const cached = new Set<string>()

/**
 * Brings files into the browser's cache, one after another, and runs none of them: to run them, and to compute the page
 * with their styles, would keep a phone busy for a tap that may never come. Rejects without a network.
 */
export async function cacheFiles(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (cached.has(file)) continue
    const answer = await fetch(`/${file}`, { priority: 'low' })
    await answer.arrayBuffer()
    cached.add(file)
  }
}
