import { storage } from '#web/storage.ts'

/** What a person is in the middle of in this tab (ADR 33), for the widgets, which know no storage. */
export const tabSteps: Pick<typeof storage, 'readStep' | 'writeStep' | 'removeStep'> = storage
