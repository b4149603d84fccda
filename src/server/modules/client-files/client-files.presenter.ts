import type { ImportPreview, ImportProblem } from '#contract/client-files.ts'
import { readFieldError } from '#contract/field-errors.ts'
import type { ImportId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import type { ReadFile, ReadLine } from './import-file.domain.ts'
import type { Fault } from './people.domain.ts'

/** Valid rows that a preview shows. */
const SAMPLE = 10

/** What an import would create, and every error of the file in the reader's language. */
export function presentPreview(
  deps: Deps,
  actor: Actor,
  id: ImportId,
  { layout, total }: Extract<ReadFile, { refused: null }>,
  { people, faults }: { people: readonly ReadLine[]; faults: readonly Fault[] },
): ImportPreview {
  return {
    importId: id,
    total,
    valid: people.length,
    problems: faults.map((fault) => presentFault(deps, actor, fault)),
    columns: layout.recognised,
    ignoredColumns: layout.ignored,
    sample: people.slice(0, SAMPLE).map(({ line, person: { name, lastName, email } }) => ({
      line,
      name,
      lastName,
      email,
    })),
  }
}

function presentFault(deps: Deps, actor: Actor, { line, column, value, error }: Fault): ImportProblem {
  const { key, params } = readFieldError(error)
  return { line, column, value, reason: deps.texts.text(actor.language, `validation:${key}`, params) }
}
