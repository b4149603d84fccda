import { PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '#contract/account/accounts.ts'
import type { SessionUser } from '#contract/account/auth.ts'
import { failureText } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'

type Props = {
  /** The signed-in account. */
  person: Pick<SessionUser, 'hasPassword' | 'email'>
  opened: boolean
  title: string
  subtitle: string
  icon: ReactNode
  accept: string
  danger?: boolean
  /** Runs the action with the person's proof; the dialog shows a refusal. */
  run: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

/**
 * Confirms an action that affects who can sign in, and asks for the current password (product §3). For an account
 * without one the server requires a recent sign-in.
 */
export function ProofDialog({ person, opened, title, subtitle, icon, accept, danger, run, onClose }: Props) {
  const { t } = useTranslation(['auth', 'common'])
  const { hasPassword, email } = person
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [running, setRunning] = useState(false)
  const inField = failure instanceof ApiFailure ? failure.fields?.['password'] : undefined
  const close = () => {
    setPassword('')
    setFailure(undefined)
    onClose()
  }
  const go = async () => {
    setFailure(undefined)
    setRunning(true)
    try {
      await run(hasPassword ? { password } : {})
      close()
    } catch (refused) {
      setFailure(refused)
    } finally {
      setRunning(false)
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={title}
      subtitle={subtitle}
      icon={icon}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: accept,
        run: () => void go(),
        loading: running,
        loadingLabel: t('common:loading'),
        danger: danger ?? false,
        disabled: hasPassword && password === '',
      }}
      error={failure === undefined || inField !== undefined ? undefined : failureText(failure)}
    >
      {hasPassword && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (password !== '' && !running) void go()
          }}
        >
          {/* Tells a password manager whose password this is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t('proof')}
            withAsterisk
            data-autofocus
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('togglePassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={inField}
          />
        </form>
      )}
    </ConfirmDialog>
  )
}
