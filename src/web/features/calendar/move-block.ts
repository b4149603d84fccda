import { showFailure } from '#web/api/errors.ts'

/** What follows when a dragged block may not lie where it was put: it goes back, and the toast says why. */
export function failureToast(revert: () => void) {
  return {
    onError: (failure: unknown) => {
      revert()
      showFailure(failure)
    },
  }
}
