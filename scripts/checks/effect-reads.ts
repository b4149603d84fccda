import { isTest, type Check } from './tree.ts'

const repositoryImport = /import \{([^}]*)\} from '[^']*\.repository\.ts'/g

// A notification is a row, which its effect inserts.
const notify = 'src/server/effects/notify.ts'

/** Effects run after the commit and only read: they only use reading functions of repositories. */
export const effectReads: Check = {
  name: 'effects only read',
  run: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/server/effects/') && path !== notify && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(repositoryImport)]
          .flatMap((match) => (match[1] ?? '').split(','))
          .map((name) => name.trim())
          .filter((name) => name !== '' && !/^(type |(find|get|list|count|is|has)[A-Z])/.test(name))
          .map((name) => `${path}: ${name} is not a reading function (find…, get…, list…)`),
      ),
}
