import type { Check, SourceFile } from './tree.ts'

type Package = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>
type Lockfile = { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> }

const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

/** Versions are exact, and lockfiles name no registry, so that they install from any. */
export const packages: Check = {
  name: 'packages',
  run: (files) => folders(files).flatMap((folder) => [...pins(files, folder), ...lockfile(files, folder)]),
}

/** The project, and the tool that is installed beside its command. */
function folders(files: SourceFile[]): string[] {
  return files.filter(({ path }) => /(^|\/)package\.json$/.test(path)).map(({ path }) => path.slice(0, -12))
}

function pins(files: SourceFile[], folder: string): string[] {
  const path = `${folder}package.json`
  const { dependencies, devDependencies, optionalDependencies } = read<Package>(files, path)
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `${path}: ${name} is "${version}", not one exact version`)
}

function lockfile(files: SourceFile[], folder: string): string[] {
  const lock = `${folder}package-lock.json`
  return Object.entries(read<Lockfile>(files, lock).packages).flatMap(([path, entry]) => {
    if (path === '' || entry.link) return []
    if (entry.resolved) return [`${lock}: ${path} has "resolved"`]
    return entry.integrity ? [] : [`${lock}: ${path} has no "integrity"`]
  })
}

function read<T>(files: SourceFile[], path: string): T {
  const file = files.find((each) => each.path === path)
  if (!file) throw new Error(`${path} is missing`)
  return JSON.parse(file.text) as T
}
