import '#web/ui/theme/kit-fields.ts'
import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ownLink } from '#contract/links/meeting-links.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { HttpsUrl } from '#contract/values.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSetLink } from '#web/widgets/queries/session-link.queries.ts'
import { useSend } from '#web/widgets/use-send.ts'
import classes from './AddLink.module.css'

type Props = { session: Pick<SessionListItem, 'id' | 'channel'>; onClose: () => void }

const LinkForm = z.object({ meetingUrl: HttpsUrl })

/** The missing link of a session, written where it is missing; its channel stays. */
export function AddLink({ session: { id, channel }, onClose }: Props) {
  const { t } = useTranslation(['sessions', 'common'])
  const own = ownLink(channel, useSessionUser())
  const setLink = useSetLink(id)
  const send = useSend(setLink)
  const form = useSchemaForm(LinkForm, { defaultValues: { meetingUrl: own } })
  const { field, formError } = useFields(form)
  const { setFocus } = form
  useEffect(() => setFocus('meetingUrl'), [setFocus])

  const submit = form.handleSubmit(({ meetingUrl }) =>
    send(meetingUrl, {
      onSuccess: () => {
        setAlert(t('linkAdded'), 'success')
        // Also without the form, which goes as soon as the session is known to have a link.
        onClose()
      },
      onErrorHere: (failure) => showFailure(failure, { form }),
    }),
  )

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextInput
        type="url"
        inputMode="url"
        autoComplete="off"
        label={t('field.meetingUrl')}
        placeholder={t('field.meetingUrlPlaceholder')}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        {...field('meetingUrl')}
      />
      <FormError text={formError} />
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onClose} disabled={setLink.isPending}>
          {t('common:cancel')}
        </Button>
        <LoadingButton type="submit" variant="light" loading={setLink.isPending}>
          {t('common:save')}
        </LoadingButton>
      </div>
    </form>
  )
}
