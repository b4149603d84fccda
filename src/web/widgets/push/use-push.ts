import { useEffect, useState } from 'react'
import { type PushState, readPushState, switchPushOff, switchPushOn } from '#web/api/device/push.ts'
import { showFailure } from '#web/api/errors.ts'
import { logFailure } from '#web/api/log.ts'

/**
 * Whether this browser takes pushes, undefined until that is known; read again when the page is shown, for a person may
 * come back from the settings of the browser.
 */
export function usePush() {
  const [state, setState] = useState<PushState>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'hidden') return
      readPushState().then(setState, (failure: unknown) => {
        logFailure('push', failure)
        setState('unsupported')
      })
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [])
  const change = (work: () => Promise<PushState>) => {
    setBusy(true)
    work()
      .then(setState, showFailure)
      .finally(() => setBusy(false))
  }
  return {
    state,
    isBusy,
    switchOn: () => change(switchPushOn),
    switchOff: () => change(switchPushOff),
  }
}
