import { IconDevices } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { ProofDialog } from '#web/widgets/sign-in/ProofDialog.tsx'
import { useEndSignIns } from '../account.queries.ts'

/** Ends every other sign-in of the person. */
export function EndAllDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('account')
  const person = useSessionUser()
  const end = useEndSignIns(person.id)
  return (
    <ProofDialog
      person={person}
      opened={opened}
      onClose={onClose}
      icon={<IconDevices />}
      title={t('signIns.askTitle')}
      subtitle={t('signIns.askText')}
      accept={t('signIns.endAll')}
      danger
      run={async (proof) => {
        await end.mutateAsync({ proof })
        setAlert(t('signIns.allEnded'), 'success')
      }}
    />
  )
}
