import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionDto, NewAction, SESSIONS_TOO_MANY } from '#contract/actions/actions.ts'
import { showFailure } from '#web/api/errors.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { usePutAction } from '#web/widgets/queries/action.queries.ts'
import classes from './SmallerAction.module.css'

type Props = { action: Pick<ActionDto, 'id' | 'text' | 'allowedActions'> & { sessionsOpen: number } }

/** From the third session with an action that is still open, asks whether to make it smaller, and does it (product §12). */
export function SmallerAction({ action }: Props) {
  const { t } = useTranslation('records')
  const [editing, setEditing] = useState(false)
  if (action.sessionsOpen < SESSIONS_TOO_MANY) return null
  return (
    <div className={classes.smaller}>
      <span className={classes.often}>{t('carried.often', { count: action.sessionsOpen })}</span>
      {action.allowedActions.includes('edit') && !editing && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.onScreen}
          aria-label={t('carried.smallerOf', { text: action.text })}
          onClick={() => setEditing(true)}
        >
          {t('carried.smaller')}
        </Button>
      )}
      {editing && <Words action={action} onDone={() => setEditing(false)} />}
    </div>
  )
}

// No form element: the closing form is around it.
function Words({ action: { id, text }, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation(['records', 'common'])
  const put = usePutAction(id)
  const [typed, setTyped] = useState(text)
  const parsed = NewAction.shape.text.safeParse(typed)
  const save = () => {
    if (parsed.success && !put.isPending) put.mutateAsync({ text: parsed.data }).then(onDone, showFailure)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter') save()
    else onDone()
  }
  return (
    <div className={classes.words}>
      <TextInput
        aria-label={t('carried.newText')}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        ref={focusOnce}
        className={classes.input}
      />
      <LoadingButton
        variant="light"
        disabled={!parsed.success}
        loading={put.isPending}
        loadingLabel={t('common:loading')}
        onClick={save}
      >
        {t('common:save')}
      </LoadingButton>
      <Button variant="subtle" onClick={onDone}>
        {t('common:cancel')}
      </Button>
    </div>
  )
}

/** What is typed next belongs into the field that the button gave way to. */
const focusOnce = (input: HTMLInputElement | null): void => input?.select()
