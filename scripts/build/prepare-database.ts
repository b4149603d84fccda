// Prepares the database that first starts copy. If that fails they create it themselves, and the build continues.
import { preparedFolder } from '#server/folders.ts'
import { prepareCluster } from '#server/platform/embedded-postgres/prepare-cluster.ts'
import { at } from '../setup/project.mjs'

try {
  await prepareCluster(preparedFolder, at('dist', '.preparing'))
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  console.log(`No database was prepared, so the first start makes its own (${reason}).`)
}
