import { i18n } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'

/** Announces that a session has moved: the move dialog is shared and only reports to its caller. */
export function sayMoved(): void {
  setAlert(i18n.t('schedule:move.done'), 'success')
}
