import { Readable } from 'node:stream'
import { z } from 'zod'
import type { ResourceFileId } from '#contract/values.ts'
import type { Deps } from '../deps.ts'
import { printedBrand } from '../modules/brands/printed-brand.service.ts'
import { addPart } from '../modules/resources/uploads.service.ts'
import type { Actor } from '../policy/actor.ts'
import { scopeOf } from '../policy/scope.ts'

/** A short PDF of the demo data. */
export const DemoFile = z.strictObject({
  name: z.string(),
  title: z.string(),
  facts: z.array(z.strictObject({ label: z.string(), value: z.string() })).nonempty(),
  sections: z.array(
    z.strictObject({ title: z.string(), text: z.string().optional(), items: z.array(z.string()).optional() }),
  ),
})
export type DemoFile = z.infer<typeof DemoFile>

/** Writes the file under the head of the actor's practice and sends it in one part, once `begin` has announced it. */
export async function sendFile(
  deps: Deps,
  actor: Actor,
  { name, title, facts, sections }: DemoFile,
  begin: (announced: { name: string; byteSize: number }) => Promise<{ id: ResourceFileId }>,
): Promise<ResourceFileId> {
  const brand = await printedBrand(deps, scopeOf(actor))
  if (!brand) throw new Error('The demo practice has no brand')
  const content = await deps.threads.run(actor.userId, 'writePdf', {
    language: actor.language,
    title,
    letterhead: { ...brand, logo: null },
    createdAt: deps.clock.now(),
    overline: '',
    facts,
    sections,
    footer: '{page}',
  })
  const byteSize = content.byteLength
  const { id } = await begin({ name, byteSize })
  await addPart(deps, actor, id, { source: Readable.from([Buffer.from(content)]), offset: 0, byteSize })
  return id
}
