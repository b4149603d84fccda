import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { showFailure } from '#web/api/errors.ts'

type Answered<Data> = {
  /** Runs in any case: what the person is told, and what must not be left undone. */
  onSuccess?: (data: Data) => void
  /** Only while the form or dialog is on screen: closes it, empties it, goes on from it. */
  onSuccessHere?: (data: Data) => void
  /** Shows a failure in the form or dialog; once that is gone, the toast shows it. */
  onErrorHere?: (failure: unknown) => void
}

/**
 * Sends what a form or dialog asks for. Unlike the callbacks of `mutate`, which the library drops when the component is
 * unmounted before the answer, a failure is always shown: nobody who left meanwhile believes that their input was saved.
 */
export function useSend<Data, Variables>({
  mutateAsync,
}: Pick<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>) {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (variables: Variables, { onSuccess, onSuccessHere, onErrorHere }: Answered<Data>): void =>
    void mutateAsync(variables).then(
      (data) => {
        onSuccess?.(data)
        if (isHere.current) onSuccessHere?.(data)
      },
      (failure: unknown) => (isHere.current ? onErrorHere?.(failure) : showFailure(failure)),
    )
}
