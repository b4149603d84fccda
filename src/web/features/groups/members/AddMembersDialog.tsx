import '@mantine/core/styles/Tabs.css'
import { Modal, Tabs } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { useSessionUser } from '#web/store/store.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { seatsLeft } from '../seats.ts'
import { AddClient } from './AddClient.tsx'
import { AddMany } from './AddMany.tsx'
import classes from './AddMembersDialog.module.css'
import { AddPerson } from './AddPerson.tsx'

const WAYS = ['client', 'person', 'many'] as const

type Props = { group: GroupDetail; onClose: () => void }

/** Adds members to a group: an existing client, one new person, or several at once (product §7). */
export default function AddMembersDialog({ group, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { emailVerified } = useSessionUser()
  useFocusBack()
  // Only a pasted list is worth a confirmation.
  const [hasList, setHasList] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const panels = { client: AddClient, person: AddPerson, many: AddMany }
  return (
    <Modal
      opened
      onClose={hasList ? () => setLeaving(true) : onClose}
      // The question has the focus while it is open.
      closeOnEscape={!isLeaving}
      title={t('adding.title')}
      centered
      size={680}
      radius={16}
      // A click outside must not lose the input.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={classes.seats} role="status">
        {t('seatsLeft', { count: seatsLeft(group) })}
      </p>
      <Tabs defaultValue="client">
        <Tabs.List aria-label={t('adding.waysLabel')} className={classes.tabs}>
          {WAYS.map((way) => (
            <Tabs.Tab key={way} value={way}>
              {t(`adding.ways.${way}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {WAYS.map((way) => {
          const Way = panels[way]
          return (
            <Tabs.Panel key={way} value={way} className={classes.panel}>
              {way !== 'client' && !emailVerified ? (
                <p className={classes.warning}>{t('adding.unverified')}</p>
              ) : (
                <Way group={group} onDone={onClose} onList={setHasList} />
              )}
            </Tabs.Panel>
          )
        })}
      </Tabs>
      {/* Mounted only when needed: otherwise the Escape that opens the question would also answer it. */}
      {isLeaving && (
        <ConfirmDialog
          opened
          title={t('common:leave.title')}
          subtitle={t('common:leave.text')}
          icon={<IconAlertTriangle size={24} />}
          cancel={{ label: t('common:leave.stay'), run: () => setLeaving(false) }}
          accept={{ label: t('common:leave.accept'), run: onClose, danger: true }}
        />
      )}
    </Modal>
  )
}
