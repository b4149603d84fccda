import { create } from 'zustand'
import { type Severity, noAlert, useStore } from './store.ts'

/** How long a toast is shown (spec §9). */
export const ALERT_MS = 6_000

/** A button in the toast, such as undo. It is kept beside the store: a function cannot be persisted. */
export type AlertAction = { label: string; run: () => void }

export const useAlertAction = create<{ action: AlertAction | null; slim: boolean; shown: number }>()(() => ({
  action: null,
  slim: false,
  shown: 0,
}))

/** Shows the toast (spec §4); it hides after 6000 ms. A second call replaces the first. */
export function setAlert(msg: string, type: Severity, action: AlertAction | null = null): void {
  // The counter restarts the timer when the same text is shown twice.
  useAlertAction.setState(({ shown }) => ({ action, slim: false, shown: shown + 1 }))
  useStore.setState({ alert: { msg, type, status: true } })
}

/** Shows a message that needs no reaction: smaller, and only if no other message is shown (product §1 D22). */
export function setSlimAlert(msg: string, type: Severity): void {
  const { slim } = useAlertAction.getState()
  if (useStore.getState().alert.status && !slim) return
  setAlert(msg, type)
  useAlertAction.setState({ slim: true })
}

/** Hides such a message when it is no longer true; any other message stays. */
export function unsetSlimAlert(): void {
  if (useAlertAction.getState().slim) unsetAlert()
}

/** Hides the toast: clears message and type and marks it inactive (spec §4). */
export function unsetAlert(): void {
  useAlertAction.setState({ action: null, slim: false })
  useStore.setState({ alert: noAlert })
}
