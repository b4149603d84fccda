import { useEffect } from 'react'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { viewResource } from '../resources.queries.ts'

/** Notes that a person saw what they were given. It is no reason to trouble the reader. */
export function useNotedAsSeen({ id, given }: ResourceDetail): void {
  const isNew = given?.state === 'assigned'
  useEffect(() => {
    if (isNew) void viewResource(id).catch(() => undefined)
  }, [id, isNew])
}
