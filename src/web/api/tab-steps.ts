import { storage } from '#web/storage.ts'

/** The unfinished steps of this tab (ADR 33), for the widgets, which must not import the storage. */
export const tabSteps: Pick<typeof storage, 'readStep' | 'writeStep' | 'removeStep'> = storage
