// Bundles the server of the journeys, before several runs of them share it.
import bundle from '../../test/e2e/support/bundle-server.ts'

await bundle()
