// Tests that make networks: a browser drops what is under way when a network of its machine comes or goes.
import { spawnSync } from 'node:child_process'

const LOOPBACK = ['ip', 'link', 'set', 'lo', 'up']
let isPossible

/**
 * A command in a separate network, which has loopback alone. The command as it is where the machine does not let us, or the
 * tests use an external database, which is not reached from there.
 */
export function inSeparateNetwork(command) {
  isPossible ??=
    !process.env['TEST_DATABASE_URL'] &&
    spawnSync('unshare', ['--net', ...LOOPBACK], { stdio: 'ignore' }).status === 0
  return isPossible
    ? ['unshare', '--net', 'sh', '-c', `${LOOPBACK.join(' ')} && exec "$@"`, 'sh', ...command]
    : command
}
