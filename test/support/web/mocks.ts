import { afterAll, vi } from 'vitest'

/**
 * Makes modules real again after a file that replaces them with `vi.mock`: the files of a worker share their modules.
 * @param modules by their full names, `#web/…` or that of a package
 */
export function restoreAfterwards(...modules: readonly string[]): void {
  afterAll(() => {
    for (const module of modules) vi.doUnmock(module)
    vi.resetModules()
  })
}
