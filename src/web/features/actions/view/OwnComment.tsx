import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionDto, MOST_DETAIL } from '#contract/actions/actions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { usePutAction } from '#web/widgets/queries/action.queries.ts'
import classes from './ActionDialog.module.css'

/** How it went, written by the person whose action it is. */
export function OwnComment({ action }: { action: ActionDto }) {
  const { t } = useTranslation(['actions', 'common'])
  const put = usePutAction(action.id)
  // What is stored, until something else is typed; once that is stored, it is the same again.
  const [typed, setTyped] = useState<string>()
  if (typed === action.comment) setTyped(undefined)
  const comment = typed ?? action.comment
  const isNew = comment.trim() !== action.comment
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutateAsync({ comment }).then(() => setAlert(t('comment.saved'), 'success'), showFailure)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label={t('comment.label')}
        description={t('comment.hint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MOST_DETAIL}
        value={comment}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isNew && (
        <div className={classes.buttons}>
          <LoadingButton
            type="submit"
            variant="light"
            loading={put.isPending}
            loadingLabel={t('common:loading')}
          >
            {t('comment.save')}
          </LoadingButton>
        </div>
      )}
    </form>
  )
}
