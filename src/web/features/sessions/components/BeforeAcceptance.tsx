import { IconMailQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import classes from './BeforeAcceptance.module.css'

type Props = {
  client: Pick<ClientDto, 'name' | 'status'> | undefined
  /** The room above and below, in pixels. */
  mt?: number
  mb?: number
  /** What can be done about it. */
  children?: ReactNode
}

/** Of a client who has not accepted an invitation: what they hear of a session until then (product §9). */
export function BeforeAcceptance({ client, mt, mb, children }: Props) {
  const { t } = useTranslation('sessions')
  switch (client?.status) {
    case 'notInvited':
    case 'invited':
    case 'expired':
    case 'declined':
      return (
        <div className={classes.notice} style={{ marginTop: mt, marginBottom: mb }}>
          <IconMailQuestion size={20} aria-hidden="true" />
          <div className={classes.words}>
            <p>{t(`acceptance.${client.status}`, { name: client.name })}</p>
            {children}
          </div>
        </div>
      )
    default:
      return null
  }
}
