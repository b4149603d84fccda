import { Button } from '@mantine/core'
import { IconExternalLink, IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachPage } from '#contract/coaches.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { CONTACT_ICONS } from '#web/widgets/contact-icons.ts'
import { contactHref, opensTab, shownContact } from '#web/widgets/shown-contacts.ts'
import classes from './CoachContacts.module.css'

/** The way to the room with the coach, and the contact details that the coach shares: links where they can be opened, otherwise text. */
export function CoachContacts({ coach: { contacts, country } }: { coach: CoachPage }) {
  const { t } = useTranslation('coach')
  const { clientId } = useViewer()
  return (
    <Card title={t('contact.title')}>
      <Button
        component={Link}
        to={paths.messages(clientId === null ? {} : { room: clientId })}
        variant="light"
        fullWidth
        leftSection={<IconMessage size={18} aria-hidden="true" />}
      >
        {t('write')}
      </Button>
      {contacts.length > 0 && (
        <ul className={classes.list}>
          {contacts.map((contact) => (
            <li key={contact.kind}>
              <Contact contact={contact} country={country} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Contact({ contact, country }: { contact: CoachPage['contacts'][number]; country: string }) {
  const { t } = useTranslation('coach')
  const ContactIcon = CONTACT_ICONS[contact.kind]
  const href = contactHref(contact, country)
  const isPage = href !== undefined && opensTab(href)
  const content = (
    <>
      <span className={classes.icon} aria-hidden="true">
        <ContactIcon size={20} />
      </span>
      <span className={classes.text}>
        <span className={classes.kind}>{t(`contact.kinds.${contact.kind}`)}</span>
        <span className={classes.value}>{shownContact(contact.value)}</span>
      </span>
      {isPage && <IconExternalLink size={16} aria-hidden="true" className={classes.out} />}
    </>
  )
  if (href === undefined) return <div className={classes.contact}>{content}</div>
  return (
    <a href={href} className={classes.contact} {...(isPage && { target: '_blank', rel: 'noreferrer' })}>
      {content}
    </a>
  )
}
