import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LinkedIdentity } from '#contract/account/accounts.ts'

type Props = {
  identities: readonly LinkedIdentity[]
  checked: boolean
  onChange: (checked: boolean) => void
}

/**
 * Names the identities that can sign in besides the password, and offers to remove them together with the old password
 * (product §3).
 */
export function DropIdentities({ identities, checked, onChange }: Props) {
  const { t } = useTranslation('auth')
  if (identities.length === 0) return null
  return (
    <Checkbox
      label={t('google.drop.label')}
      description={t('google.drop.hint', { email: identities.map(({ email }) => email).join(', ') })}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
