import { z } from 'zod'
import { RICH_TEXT_VERSION, type RichBlock, richTextProblem } from './rich-text.ts'

/**
 * A text as it is sent. Its nodes are checked by `richTextProblem` alone: a recursive schema would exhaust the stack on a
 * hostile one.
 */
export const RichTextSent = z.object({
  type: z.literal('doc'),
  version: z.literal(RICH_TEXT_VERSION),
  content: z.array(z.unknown() as z.ZodType<RichBlock>),
})

/** A text as it is received: nothing but the closed set of nodes, within the limits of product §13. */
export const RichTextBody = RichTextSent.strict().superRefine((document, context) => {
  const problem = richTextProblem(document)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})
