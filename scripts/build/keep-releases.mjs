// A page opened before an update still requests the chunks it was built with. So the hashed assets of the last builds
// are kept, and only those that no kept build contains are removed.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const kept = 5

/**
 * Moves a new web build over the served one: new assets first, then every other file, index.html last, so that a page
 * is never served without its chunks. `listPath` records which build had which assets.
 */
export function publishWeb({ fresh, served, listPath }) {
  const assets = names(join(fresh, 'assets'))
  mkdirSync(join(served, 'assets'), { recursive: true })
  for (const name of assets) renameSync(join(fresh, 'assets', name), join(served, 'assets', name))
  rmSync(join(fresh, 'assets'), { recursive: true, force: true })

  const others = names(fresh).filter((name) => name !== 'index.html')
  for (const name of names(served)) {
    if (name !== 'assets' && name !== 'index.html' && !others.includes(name)) {
      rmSync(join(served, name), { recursive: true })
    }
  }
  for (const name of others) {
    rmSync(join(served, name), { recursive: true, force: true })
    cpSync(join(fresh, name), join(served, name), { recursive: true })
  }
  renameSync(join(fresh, 'index.html'), join(served, 'index.html'))

  const releases = withRelease(readReleases(listPath), assets)
  writeFileSync(listPath, JSON.stringify(releases))
  const wanted = new Set(releases.flat())
  for (const name of names(join(served, 'assets'))) {
    if (!wanted.has(name)) rmSync(join(served, 'assets', name))
  }
}

// Building the same sources again is not another release.
function withRelease(releases, assets) {
  const earlier = releases.filter((release) => release.join() !== assets.join())
  return [...earlier, assets].slice(-kept)
}

function readReleases(listPath) {
  return existsSync(listPath) ? JSON.parse(readFileSync(listPath, 'utf8')) : []
}

function names(folder) {
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}
