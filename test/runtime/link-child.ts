// Links the libraries of a package, as the current user. Arguments: the package's folder and the fallback folder.
import { linkLibraries } from '#server/platform/embedded-postgres/postgres-binaries.ts'

const [packageRoot = '', fallbackFolder = ''] = process.argv.slice(2)
process.stdout.write(String(await linkLibraries(packageRoot, fallbackFolder)))
