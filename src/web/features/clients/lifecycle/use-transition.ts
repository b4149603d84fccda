import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useTransitionClient } from '../clients.queries.ts'
import { type Transition, wayBack } from './transitions.ts'

/**
 * Changes a client's status and confirms it, with undo where possible (product §2). `cancelled` sessions are not
 * restored by undo, which the text says. Throws the server's refusals.
 */
export function useClientTransition(
  client: ClientDto,
): (move: Transition, cancelled?: number) => Promise<void> {
  const { t } = useTranslation(['clients', 'common'])
  const { mutateAsync } = useTransitionClient()
  const { id: clientId, name, status } = client
  const undo = (move: Transition) =>
    void mutateAsync({ clientId, move }).then(
      () => setAlert(t('moves.undone', { name }), 'success'),
      (failure: unknown) => showFailure(failure),
    )
  return async (move, cancelled = 0) => {
    await mutateAsync({ clientId, move })
    const back = wayBack(status, move)
    const lost = back && cancelled > 0 ? ` ${t('moves.notBack', { count: cancelled })}` : ''
    setAlert(
      t(`moves.done.${move}`, { name }) + lost,
      'success',
      back ? { label: t('common:undo'), run: () => undo(back) } : null,
    )
  }
}
