// Runs in a separate network (namespaces.ts): passes a port of its loopback on to a socket in the file system.
import { passOn } from './pass-on.ts'

const [port, path = ''] = process.argv.slice(2)
process.once('disconnect', () => process.exit())
await passOn({ port: Number(port), host: '127.0.0.1' }, { path })
process.send?.('ready')
