import { z } from 'zod'
import { richTextProblem } from '#contract/rich-text/rich-text.ts'
import { keysOf } from '#contract/keys-of.ts'
import { changedParts } from '#web/widgets/drafts/changed-parts.ts'
import type { ResourceForm } from './resource-form.ts'

/** Texts that the editor can open; one that is too long is written on. */
const body = z.string().refine((text) => text === '' || canBeOpened(text))

/** Only what was changed: the rest is shown as it is stored by then. Of a chosen file nothing is kept but that it was. */
const ResourceDraft = z.object({
  changes: z
    .object({
      title: z.string(),
      description: z.string(),
      category: z.string(),
      tags: z.array(z.string()),
      source: z.string(),
      url: z.string(),
      body,
    })
    .partial(),
  choseFile: z.boolean(),
  /** The version that the changes were made on; a new resource has none. */
  basedOn: z.string().optional(),
})
export type ResourceDraft = z.output<typeof ResourceDraft>

/** The name of a draft, by the id of the resource or the type of a new one. */
export const resourceDraft = (resource: string) => `resource.${resource}`

/** The draft of a form; undefined if it says what is saved. `isSending`: whether a file is on its way. */
export function draftOf(
  values: ResourceForm,
  saved: ResourceForm,
  isSending: boolean,
  basedOn?: string,
): ResourceDraft | undefined {
  const { fileId, ...parts } = values
  const choseFile = isSending || (fileId !== '' && fileId !== saved.fileId)
  return written({ changes: parts, choseFile, basedOn }, saved)
}

/** A stored draft without what is saved by now; undefined for one without anything else, or of another shape. */
export function restoredResource(stored: unknown, saved: ResourceForm): ResourceDraft | undefined {
  const draft = ResourceDraft.safeParse(stored).data
  return draft && written(draft, saved)
}

function written({ changes, ...rest }: ResourceDraft, saved: ResourceForm): ResourceDraft | undefined {
  const changed = changedParts(changes, saved)
  if (keysOf(changed).length === 0 && !rest.choseFile) return undefined
  return { changes: changed, ...rest }
}

function canBeOpened(text: string): boolean {
  try {
    return [undefined, 'text_too_long'].includes(richTextProblem(JSON.parse(text)))
  } catch {
    return false
  }
}
