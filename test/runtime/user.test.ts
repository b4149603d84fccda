import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runServer, startServer } from '#test/support/server-process.ts'
import { databaseProcesses, removeFolder } from './data-folder.ts'

const NOBODY = 65_534
/** A user id without a name, as containers often use. */
const NAMELESS = 54_321

const projectRoot = join(import.meta.dirname, '..', '..')

const becoming = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--']
const can = (command: string[]) => spawnSync(command[0]!, command.slice(1)).status === 0

// The other test files already run as the current user. Root can also test the rest, unless only root can enter the
// project folder.
const isRoot = process.getuid?.() === 0
const reachable =
  isRoot &&
  can([...becoming(NOBODY), 'test', '-r', join(projectRoot, 'package.json'), '-a', '-x', process.execPath])
const reason = isRoot
  ? 'the project lies in a folder that only root can enter'
  : 'only root can become another user'

let root: string
let dataDir: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'norte-user-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
})
afterEach(() => removeFolder(root))

async function handTo(uid: number, path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  await chown(path, uid, uid)
}

describe.skipIf(!reachable)(`started as another user${reachable ? '' : ` (skipped: ${reason})`}`, () => {
  test('an ordinary user creates, stops and starts again, also after root opened the folder', async () => {
    await handTo(NOBODY, dataDir)
    const env = { DATA_DIR: dataDir }
    for (const as of [becoming(NOBODY), [], becoming(NOBODY)]) {
      const server = await startServer({ as, env })
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
      expect(await server.stop()).toMatchObject({ code: 0, err: '' })
      expect(databaseProcesses(dataDir)).toEqual([])
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NOBODY)
    }
  })

  test("root's folder is refused to others with one line", async () => {
    await (await startServer({ env: { DATA_DIR: dataDir } })).stop()
    const { code, err } = await runServer({ as: becoming(NOBODY), env: { DATA_DIR: dataDir } })
    expect(code).toBe(1)
    expect(err).toBe(
      `No se puede usar la carpeta de datos ${dataDir}: este usuario no tiene permiso (EACCES). Inicia Norte con el usuario al que pertenece, o cámbiala de dueño con chown.\n`,
    )
  })

  test('a user without a name runs where namespaces are allowed, and is told elsewhere @long', async () => {
    await handTo(NAMELESS, dataDir)
    const options = { as: becoming(NAMELESS), env: { DATA_DIR: dataDir } }
    if (can([...becoming(NAMELESS), 'unshare', '-U', `--map-user=${NOBODY}`, 'true'])) {
      const server = await startServer(options)
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
      expect((await server.stop()).code).toBe(0)
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NAMELESS)
    } else {
      expect(await runServer(options)).toMatchObject({
        code: 1,
        err: `PostgreSQL no puede funcionar con el usuario ${NAMELESS}, que no está en /etc/passwd. Usa un usuario con nombre o indica DATABASE_URL.\n`,
      })
    }
  })

  test('where node_modules cannot be written, the library links go to the data folder @long', async () => {
    const packageRoot = join(root, 'package')
    await mkdir(join(packageRoot, 'native', 'lib'), { recursive: true })
    await writeFile(join(packageRoot, 'native', 'lib', 'liba.so.1.2'), 'library')
    await writeFile(
      join(packageRoot, 'native', 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so.1' }]),
    )
    await handTo(NOBODY, dataDir)
    const script = join(import.meta.dirname, 'link-child.ts')
    const linkAs = (prefix: string[]) => {
      const command = [...prefix, process.execPath, script, packageRoot, join(dataDir, 'lib')]
      return spawnSync(command[0]!, command.slice(1), { encoding: 'utf8' }).stdout
    }
    expect(linkAs(becoming(NOBODY))).toBe(join(dataDir, 'lib'))
    expect(await readFile(join(dataDir, 'lib', 'liba.so.1'), 'utf8')).toBe('library')
    // A user who may write there does; then the detour is not needed.
    expect(linkAs([])).toBe('undefined')
    expect(await readlink(join(packageRoot, 'native', 'lib', 'liba.so.1'))).toBe('liba.so.1.2')
    expect(linkAs(becoming(NOBODY))).toBe('undefined')
  })
})
