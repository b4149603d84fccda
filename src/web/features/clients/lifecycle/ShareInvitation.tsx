import { Button, Modal, Skeleton } from '@mantine/core'
import { IconBrandWhatsapp, IconMailCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { failureText } from '#web/api/errors.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { CopyField } from '#web/ui/inputs/CopyField.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { type InvitationLink, useInvitationLink } from '../clients.queries.ts'
import classes from './ShareInvitation.module.css'

type Person = Pick<ClientDto, 'id' | 'name' | 'email'>
type Props = { client: Person; onClose: () => void }

/** A link of an open invitation, created on opening, to copy or send by WhatsApp (product §4). */
export function ShareInvitation({ client, onClose }: Props) {
  const { t } = useTranslation(['clients', 'common'])
  useFocusBack()
  const { mutate, data: link, error, isPending } = useInvitationLink()
  const { id, name, email } = client
  useEffect(() => mutate(id), [mutate, id])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('share.title', { name })}
      centered
      size={480}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.body}>
        <p className={classes.text}>{t('share.text')}</p>
        {link ? (
          <ReadyLink link={link} name={name} />
        ) : error && !isPending ? (
          <ErrorState text={failureText(error)} retryLabel={t('common:retry')} onRetry={() => mutate(id)} />
        ) : (
          <div role="status" aria-busy="true" aria-label={t('common:loading')} className={classes.body}>
            <Skeleton height={62} radius={10} />
            <Skeleton height={36} radius={10} />
          </div>
        )}
        <p className={classes.note}>
          <IconMailCheck size={20} aria-hidden="true" />
          <span>{t('share.code', { email })}</span>
        </p>
      </div>
    </Modal>
  )
}

function ReadyLink({ link, name }: { link: InvitationLink; name: string }) {
  const { t } = useTranslation('clients')
  return (
    <CopyField
      label={t('share.link', { name })}
      value={link.url}
      copyLabel={t('share.copy')}
      copiedText={t('share.copied')}
      byHandText={t('share.byHand')}
      isFirst
      grow
    >
      <Button
        component="a"
        href={link.whatsappUrl}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconBrandWhatsapp size={18} aria-hidden="true" />}
      >
        {t('share.whatsapp')}
      </Button>
    </CopyField>
  )
}
