import { z } from 'zod'
import {
  type NewResourceBody,
  ResourceBody,
  type ResourceDetail,
  type ResourceType,
} from '#contract/resources/resources.ts'
import { type RichText, emptyText, plainText, richTextProblem } from '#contract/rich-text/rich-text.ts'

const { title, description, category, tags, source, fileId, url } = ResourceBody.shape

/** A text as one value of the form, as a tree of fields would be copied and compared with every keystroke. */
const body = z
  .string()
  .superRefine((text, context) => {
    const problem = richTextProblem(JSON.parse(text))
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })
  .optional()

/** Which contents a type can have (product §14). */
export const CONTENTS: Record<ResourceType, readonly ('fileId' | 'url' | 'body')[]> = {
  file: ['fileId'],
  link: ['url'],
  video: ['fileId', 'url'],
  audio: ['fileId', 'url'],
  text: ['body'],
}

/** A resource of one type as its form validates it. Of a video or an audio either its file or its address is enough. */
export function resourceSchema(type: ResourceType) {
  const parts = CONTENTS[type]
  // The only part there is, is looked at whatever else is wrong: what concerns two of them waits for the rest.
  const [only] = parts.length === 1 ? parts : []
  return z
    .object({
      title: title.unwrap(),
      description,
      category,
      tags,
      source,
      fileId: only === 'fileId' ? fileId.unwrap() : fileId,
      url: only === 'url' ? url.unwrap() : url,
      body: only === 'body' ? body.unwrap() : body,
    })
    .superRefine((values, context) => {
      if (parts.some((part) => values[part])) return
      context.addIssue({ code: 'custom', path: [parts[0]!], message: 'required' })
    })
}

/** The values of the form; an empty text means no value. */
export type ResourceForm = {
  title: string
  description: string
  category: string
  tags: string[]
  source: string
  fileId: string
  url: string
  /** The document as JSON. */
  body: string
}

export const emptyResource: ResourceForm = {
  title: '',
  description: '',
  category: '',
  tags: [],
  source: '',
  fileId: '',
  url: '',
  body: '',
}

/** The form of an existing resource. */
export function resourceFormOf(resource: ResourceDetail): ResourceForm {
  return {
    title: resource.title,
    description: resource.description ?? '',
    category: resource.category ?? '',
    tags: resource.tags,
    source: resource.source ?? '',
    fileId: resource.file?.id ?? '',
    url: resource.url ?? '',
    body: resource.body === null ? '' : JSON.stringify(resource.body),
  }
}

/** A valid form for the API: of its content only what the type has, and of two the file. */
export function resourceBody(
  type: ResourceType,
  form: ResourceForm,
): Omit<z.input<typeof NewResourceBody>, 'type' | 'status'> {
  const parts = CONTENTS[type]
  const hasFile = parts.includes('fileId') && form.fileId !== ''
  return {
    title: form.title,
    description: form.description,
    category: form.category,
    tags: form.tags,
    source: form.source,
    ...(hasFile && { fileId: form.fileId }),
    ...(!hasFile && parts.includes('url') && { url: form.url }),
    ...(parts.includes('body') && { body: textOfField(form.body) }),
  }
}

/** The value of the form for a text; empty for one without words. */
export function fieldOfText(document: RichText): string {
  return plainText(document).trim() === '' ? '' : JSON.stringify(document)
}

export function textOfField(value: string): RichText {
  return value === '' ? emptyText() : (JSON.parse(value) as RichText)
}
