import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** One PostgreSQL for all test files of a run; each file copies its template (database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { admin, template, stop } = await startTestServer()
  project.provide('testServer', { admin, template })
  return stop
}
