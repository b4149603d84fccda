import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

type Shared = { server: ReturnType<typeof startTestServer>; projects: number }

// Each project loads this file for itself; what they share lies with the process.
const shared = globalThis as { testServer?: Shared }

/** One PostgreSQL for all kinds of a run; each test file copies its template (database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const held = (shared.testServer ??= { server: startTestServer(), projects: 0 })
  held.projects += 1
  const { admin, template, stop } = await held.server
  project.provide('testServer', { admin, template })
  return async () => {
    held.projects -= 1
    if (held.projects > 0) return
    delete shared.testServer
    await stop()
  }
}
