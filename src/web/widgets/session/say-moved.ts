import { i18n } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'

/** Says that a session has moved: the dialog that moves it belongs to no feature, and tells its caller only. */
export function sayMoved(): void {
  setAlert(i18n.t('schedule:move.done'), 'success')
}
