import { Button, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchProfile } from '#web/api/auth-session.ts'
import { showFailure } from '#web/api/errors.ts'
import { logFailure } from '#web/api/log.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useOpener } from '#web/ui/use-focus-back.ts'
import { DropIdentities } from '#web/widgets/sign-in/DropIdentities.tsx'
import { NewPasswordFields } from '#web/widgets/sign-in/NewPasswordFields.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { identitiesQuery } from '#web/widgets/queries/identities.queries.ts'
import { useChangePassword } from '../account.queries.ts'
import { PasswordForm, emptyPassword } from '../password-form.ts'
import classes from './Account.module.css'
import { CreatePassword } from './CreatePassword.tsx'

/** The password (product §18): changed with the current one, or set by mail if the account has no password. */
export function PasswordCard() {
  const { t } = useTranslation('account')
  const { hasPassword } = useSessionUser()
  const [isOpen, setOpen] = useState(false)
  const opener = useOpener(isOpen)
  return (
    <Card
      title={t('password.title')}
      aside={
        hasPassword &&
        !isOpen && (
          <Button ref={opener} variant="light" onClick={() => setOpen(true)}>
            {t('password.change')}
          </Button>
        )
      }
    >
      {!hasPassword ? (
        <CreatePassword />
      ) : isOpen ? (
        <ChangePassword onClose={() => setOpen(false)} />
      ) : (
        <p className={classes.hint}>{t('password.hint')}</p>
      )}
    </Card>
  )
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'auth', 'common'])
  const { id, email, googleLinked } = useSessionUser()
  const [drop, setDrop] = useState(false)
  const { data: identities } = useQuery({ ...identitiesQuery(id), enabled: googleLinked })
  const change = useChangePassword(id)
  const send = useSend(change)
  const form = useSchemaForm(PasswordForm, { defaultValues: emptyPassword })
  const fields = useFields(form)
  const { setFocus } = form
  useEffect(() => setFocus('current'), [setFocus])
  const submit = form.handleSubmit(({ current, password }) =>
    send(
      { current, password, dropIdentities: drop },
      {
        onSuccess: ({ endedFeeds }) => {
          setAlert(t(endedFeeds > 0 ? 'password.changedFeeds' : 'password.changed'), 'success')
          if (drop) void fetchProfile().catch((failure: unknown) => logFailure('profile', failure))
        },
        onSuccessHere: onClose,
        onErrorHere: (failure) => showFailure(failure, { form }),
      },
    ),
  )
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t('password.current')}
        withAsterisk
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('auth:togglePassword') }}
        {...fields.field('current')}
      />
      <NewPasswordFields fields={fields} />
      {googleLinked && <DropIdentities identities={identities ?? []} checked={drop} onChange={setDrop} />}
      <FormError text={fields.formError} />
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onClose} disabled={change.isPending}>
          {t('common:cancel')}
        </Button>
        <LoadingButton type="submit" loading={change.isPending} loadingLabel={t('common:loading')}>
          {t('password.save')}
        </LoadingButton>
      </div>
    </form>
  )
}
