import { z } from 'zod'

type JsonSchema = { [key: string]: unknown }

/**
 * The JSON Schema by which an answer is serialised. Formats and patterns are left out (what we send we wrote), and
 * "X or null" becomes a nullable X, which the serialiser compiles instead of validating. Keys that the contract
 * does not name never leave.
 */
export function responseSchema(schema: z.ZodType): JsonSchema {
  return simplify(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', reused: 'inline' })) as JsonSchema
}

const DROPPED = new Set([
  '$schema',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (typeof node !== 'object' || node === null) return node
  const schema = node as JsonSchema
  const anyOf = schema['anyOf']
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some(isNull)) {
    return { ...(simplify(anyOf.find((option) => !isNull(option))) as JsonSchema), nullable: true }
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(DROPPED.has(key) && typeof value !== 'object'))
      .map(([key, value]) => [key, simplify(value)]),
  )
}

function isNull(option: unknown): boolean {
  return typeof option === 'object' && option !== null && 'type' in option && option.type === 'null'
}
