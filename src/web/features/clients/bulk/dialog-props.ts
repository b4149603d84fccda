import type { BulkOutcome } from './bulk.queries.ts'
import type { BulkAction } from './LeftClients.tsx'
import type { Selection } from './selection.ts'

/** What the dialogs over a selection have in common. */
export type DialogProps = {
  selection: Selection
  onClose: () => void
  /** Something was done; who was left is named unless the dialog did. */
  onDone: (outcome: Pick<BulkOutcome, 'left'>, action: BulkAction) => void
}
