import { afterAll, vi } from 'vitest'

/**
 * For a file that replaces modules with `vi.mock`: what was loaded with them is loaded again by the files after it, because those of
 * a worker share what is loaded. The replacements themselves end with their file.
 */
export function resetModulesAfterwards(): void {
  afterAll(() => {
    vi.resetModules()
  })
}
