import type { Check, SourceFile } from './tree.ts'

type Package = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>
type Lockfile = { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> }

const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

/** Versions are exact, and the lockfile names no registry, so that it installs from any. */
export const packages: Check = {
  name: 'packages',
  run: (files) => [...pins(files), ...lockfile(files)],
}

function pins(files: SourceFile[]): string[] {
  const { dependencies, devDependencies, optionalDependencies } = read<Package>(files, 'package.json')
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `package.json: ${name} is "${version}", not one exact version`)
}

function lockfile(files: SourceFile[]): string[] {
  return Object.entries(read<Lockfile>(files, 'package-lock.json').packages).flatMap(([path, entry]) => {
    if (path === '' || entry.link) return []
    if (entry.resolved) return [`package-lock.json: ${path} has "resolved"`]
    return entry.integrity ? [] : [`package-lock.json: ${path} has no "integrity"`]
  })
}

function read<T>(files: SourceFile[], path: string): T {
  const file = files.find((each) => each.path === path)
  if (!file) throw new Error(`${path} is missing`)
  return JSON.parse(file.text) as T
}
