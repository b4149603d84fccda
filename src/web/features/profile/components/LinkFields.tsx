import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContactLink } from '#contract/account/settings.ts'
import { CONTACT_ICONS } from '#web/widgets/contact-icons.ts'
import type { useFields } from '#web/widgets/forms/form-fields.ts'
import type { SettingsForm } from '../settings-form.ts'
import classes from './Fields.module.css'

const TELEPHONES: ReadonlySet<ContactLink> = new Set(['phone', 'whatsapp'])

type Props = {
  names: readonly ContactLink[]
  fields: ReturnType<typeof useFields<SettingsForm>>
}

/** One field per contact. */
export function LinkFields({ names, fields }: Props) {
  const { t } = useTranslation('settings')
  return (
    <div className={classes.grid}>
      {names.map((name) => {
        const LinkIcon = CONTACT_ICONS[name]
        return (
          <TextInput
            key={name}
            label={t(`links.${name}`)}
            placeholder={t(`examples.${name}`)}
            leftSection={<LinkIcon size={18} aria-hidden="true" />}
            leftSectionPointerEvents="none"
            autoComplete="off"
            inputMode={TELEPHONES.has(name) ? 'tel' : 'url'}
            {...fields.field(name)}
          />
        )
      })}
    </div>
  )
}
