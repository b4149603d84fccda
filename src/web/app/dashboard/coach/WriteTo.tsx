import { ActionIcon } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AttentionItem } from '#contract/dashboard.ts'
import { paths } from '#web/paths.ts'
import { mailLink, whatsappLink } from '#web/widgets/contact-links.ts'

type Props = { person: Pick<AttentionItem, 'id' | 'name' | 'email' | 'whatsapp' | 'country'> }

/** One tap to write to a person, in the ways that are known of them. */
export function WriteTo({ person: { id, name, email, whatsapp, country } }: Props) {
  const { t } = useTranslation('dashboard')
  const number = whatsappLink(whatsapp, country)
  return (
    <>
      <ActionIcon
        component={Link}
        to={paths.messagesOf({ type: 'Client', itemId: id })}
        variant="subtle"
        size="lg"
        aria-label={t('attention.message', { name })}
      >
        <IconMessage size={18} aria-hidden="true" />
      </ActionIcon>
      {number && (
        <ActionIcon
          component="a"
          href={number}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          size="lg"
          aria-label={t('attention.whatsapp', { name })}
        >
          <IconBrandWhatsapp size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon
        component="a"
        href={mailLink(email)}
        variant="subtle"
        size="lg"
        aria-label={t('attention.mail', { name })}
      >
        <IconMail size={18} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}
