import { spawn } from 'node:child_process'
import { userInfo } from 'node:os'
import { StartFailure } from '#server/start-failure.ts'

/** How to start a PostgreSQL program: put `prefix` before its own command line. */
export type PostgresUser = {
  prefix: string[]
  /** The user that must own the database folder, if it is another than ours. */
  owner?: { uid: number; gid: number }
}

/** `nobody` of every Linux distribution; PostgreSQL's initdb needs a user that has a name. */
const NOBODY = 65_534

const DIES_WITH_US = ['setpriv', '--pdeathsig=INT']

const AS_NOBODY_OF_ITS_OWN = ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

/**
 * Decides which user PostgreSQL runs as. It refuses to run as root, and initdb refuses a user without a name.
 *
 * An ordinary user runs it directly. Root runs it in a user namespace where root itself is called nobody: the files
 * still belong to root, also in a folder that only root can enter. If namespaces are not allowed (many containers), the
 * database folder is given to nobody. A folder that already belongs to an ordinary user is opened as that user.
 *
 * If `setpriv` supports it, the kernel stops PostgreSQL when this process dies, however it dies.
 * @param folderOwner owner of an existing database folder
 * @throws StartFailure `embeddedAsRoot`, `embeddedNobody`
 */
export async function choosePostgresUser(folderOwner: number | undefined): Promise<PostgresUser> {
  const leash = (await succeeds([...DIES_WITH_US, 'true'])) ? DIES_WITH_US : undefined
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) {
    if (hasName()) return { prefix: leash ? [...leash, '--'] : [] }
    const prefix = [...AS_NOBODY_OF_ITS_OWN, ...(leash ? [...leash, '--'] : [])]
    if (await succeeds([...prefix, 'true'])) return { prefix }
    throw new StartFailure('embeddedNobody', { uid })
  }
  if (!folderOwner) {
    const prefix = [...AS_NOBODY_OF_ITS_OWN, ...(leash ? [...leash, '--'] : [])]
    if (await succeeds([...prefix, 'true'])) return { prefix }
  }
  return asOtherUser(folderOwner || NOBODY, leash)
}

/** For root without namespaces: switch to another user, who owns the database folder. */
export async function asOtherUser(
  uid: number,
  leash: string[] | undefined = DIES_WITH_US,
): Promise<PostgresUser> {
  const become = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--']
  const prefix = [...(leash ?? ['setpriv']), ...become]
  if (await succeeds([...prefix, 'true'])) return { prefix, owner: { uid, gid: uid } }
  throw new StartFailure('embeddedAsRoot')
}

/** Whether a command runs and succeeds. */
export function succeeds([command = '', ...args]: string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
