import { isTest, lineAt, type Check } from './tree.ts'

const documented = /^src\/(time|server\/platform|server\/policy)\/.*\.ts$|\.domain\.ts$/
const publicFunction = /^export (?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?\(/gm

/** Public functions of the shared layers document their result, their units, and their refusals. */
export const docComments: Check = {
  name: 'doc comments',
  run: (files) =>
    files
      .filter(({ path }) => documented.test(path) && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(publicFunction)].flatMap((match) => {
          const name = match[1] ?? match[2]
          const before = text.slice(0, match.index).trimEnd()
          // For an overloaded function the first signature has the comment.
          const isOverload = before.split('\n').at(-1)?.startsWith(`export function ${name}(`)
          if (before.endsWith('*/') || isOverload) return []
          return [`${path}:${lineAt(text, match.index)}: ${name} has no doc comment`]
        }),
      ),
}
