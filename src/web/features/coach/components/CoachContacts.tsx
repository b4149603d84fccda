import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CoachPage } from '#contract/coaches.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { CONTACT_ICONS } from '#web/widgets/contact-icons.ts'
import { contactHref, opensTab, shownContact } from '../shown-contacts.ts'
import classes from './CoachContacts.module.css'

/** The contact details that the coach shares: links where they can be opened, otherwise text. */
export function CoachContacts({ coach: { contacts, country, name } }: { coach: CoachPage }) {
  const { t } = useTranslation('coach')
  return (
    <Card title={t('contact.title')}>
      {contacts.length === 0 ? (
        <p className={classes.none}>{t('contact.none', { name })}</p>
      ) : (
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
