import { isTest, type Check } from './tree.ts'

const platformImport = /import \{([^}]*)\} from '[^']*platform\/[\w/-]+\.ts'/g
const constructing = /^(create|start|open|connect|load|lock)[A-Z]/
// The composition root, the start of the process, which needs some before the root exists, and backups, which run apart
// from servers, as does what is beside them.
const mayConstruct = /^src\/server\/((?:platform|backup)\/.*|(deps|main|run|terminal|beside\/.*)\.ts$)/

/** Adapters are constructed in one place; all other code gets them from Deps. */
export const adapters: Check = {
  name: 'adapters',
  run: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/server/') && !mayConstruct.test(path) && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(platformImport)]
          .flatMap((match) => (match[1] ?? '').split(','))
          .map((name) => name.trim())
          .filter((name) => constructing.test(name))
          .map((name) => `${path}: ${name} belongs in src/server/deps.ts`),
      ),
}
