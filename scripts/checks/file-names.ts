import { isCode, type Check } from './tree.ts'

// Names without a meaning, which collect unrelated code.
const drawers = /^(utils?|helpers?|commons?|shared|misc|lib|index|types|constants)$/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const pascal = /^[A-Z][A-Za-z0-9]*(\.(test|prop\.test))?$/
const moduleFile =
  /^[a-z0-9-]+(\.(routes|service|domain|repository|presenter)|(\.\w+)?(\.(db|prop))?\.test)\.ts$/

/** File names are predictable: kebab-case, components in PascalCase, and a fixed set of kinds in a server module. */
export const fileNames: Check = {
  name: 'file names',
  run: (files) => files.filter(({ path }) => isCode(path)).flatMap(({ path }) => problemsOf(path)),
}

function problemsOf(path: string): string[] {
  const parts = path.split('/')
  const file = parts.at(-1) ?? ''
  const name = file.replace(/(\.d)?\.(ts|tsx|mjs|cjs|mts)$/, '')
  const problems: string[] = []
  const stems = [...parts.slice(0, -1), ...name.split('.').slice(0, 1)]
  const drawer = stems.find((stem) => drawers.test(stem))
  if (drawer) problems.push(`${path}: "${drawer}" names nothing; name what it holds`)
  const isComponent = path.startsWith('src/web/') && file.endsWith('.tsx')
  if (!kebab.test(name) && !(isComponent && pascal.test(name))) {
    problems.push(`${path}: files are kebab-case${isComponent ? ' or, for a component, PascalCase' : ''}`)
  }
  if (path.startsWith('src/server/modules/')) {
    if (parts.length < 5 || parts.length > 6) {
      problems.push(`${path}: a module is one folder, with one level of subfolders where it is large`)
    }
    if (!moduleFile.test(file)) {
      problems.push(
        `${path}: a module holds routes, service, domain, repository, presenter and their tests only`,
      )
    }
  }
  return problems
}
