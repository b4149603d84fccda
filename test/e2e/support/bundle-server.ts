import { rmSync } from 'node:fs'
import { bundleServer } from '../../../scripts/build/server-bundle.mjs'
import { withLock } from '../../../scripts/setup/lock.mjs'
import { bundledServer } from './server.ts'

/** Bundles the journeys' server once for all of them: from its sources each start would take two seconds more. */
export default async function bundle(): Promise<void> {
  await withLock('journeys', async () => {
    rmSync(bundledServer, { recursive: true, force: true })
    await bundleServer(bundledServer, 'test/e2e/support/server-main.ts')
  })
}
