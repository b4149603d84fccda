import { useTranslation } from 'react-i18next'
import type { ContactLink } from '#contract/account/settings.ts'
import { useSessionUser } from '#web/store/store.ts'
import { CONTACT_ICONS } from '#web/widgets/contact-icons.ts'
import { ShownList, ShownValue } from './Shown.tsx'

/** Contacts that are edited elsewhere. */
export function ShownLinks({ names }: { names: readonly ContactLink[] }) {
  const { t } = useTranslation('settings')
  const user = useSessionUser()
  return (
    <ShownList>
      {names.map((name) => {
        const LinkIcon = CONTACT_ICONS[name]
        return (
          <ShownValue
            key={name}
            name={t(`links.${name}`)}
            value={user[name] ?? ''}
            icon={<LinkIcon size={16} aria-hidden="true" />}
          />
        )
      })}
    </ShownList>
  )
}
