import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { setAlert } from '#web/store/alert.ts'
import { useAddMembers } from '../groups.queries.ts'
import type { PastedPerson } from './pasted-people.ts'

/** Adds clients and new people together, and says who is in and who was invited. Throws the server's refusals. */
export function useAdding(group: GroupDetail) {
  const { t } = useTranslation('groups')
  const { mutateAsync, isPending } = useAddMembers(group.id)
  const add = async (clientIds: readonly string[], people: readonly PastedPerson[]) => {
    const answer = await mutateAsync({
      ...(clientIds.length > 0 && { clientIds: [...clientIds] }),
      ...(people.length > 0 && { people: [...people] }),
    })
    const wanted = new Set(people.map(({ email }) => email.trim().toLowerCase()))
    const added = (answer.people ?? []).filter(
      ({ clientId, email }) => clientIds.includes(clientId) || wanted.has(email),
    )
    const [first] = added
    const joined = added.filter(({ status }) => status === 'active').length
    const invited = added.length - joined
    const sentences = [
      ...(joined > 0
        ? [
            added.length === 1
              ? t('adding.doneOne', { name: first!.name })
              : t('adding.doneIn', { count: joined }),
          ]
        : []),
      ...(invited > 0
        ? [
            added.length === 1
              ? t('adding.invitedOne', { name: first!.name })
              : t('adding.doneMany', { count: invited }),
          ]
        : []),
    ]
    setAlert(sentences.join(' '), 'success')
  }
  return { add, isAdding: isPending }
}
