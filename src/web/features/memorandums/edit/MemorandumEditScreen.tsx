import { Button, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { ClosedDrawing } from '#web/ui/drawings/ClosedDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FormRemoval } from '#web/ui/feedback/FormRemoval.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { MemorandumCheck } from '#web/widgets/memorandums/MemorandumCheck.tsx'
import { useMemorandumMoves } from '#web/widgets/memorandums/use-memorandum-moves.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { memorandumQuery, useSaveMemorandum } from '#web/widgets/queries/memorandum.queries.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { memorandumBody, memorandumFormOf, memorandumSchema } from './memorandum-form.ts'
import { MemorandumFields } from './MemorandumFields.tsx'
import classes from './MemorandumFields.module.css'

/** Edits an open memorandum; a closed one is only shown, with the way back (product §15). */
export function Component() {
  const { t } = useTranslation('memorandums')
  // The spelling of spec §2.
  const { memoramdumId = '' } = useParams()
  const query = useQuery(memorandumQuery(memoramdumId))
  if (isMissing(query)) return <NotFound />
  return (
    <Page
      title={t(query.data?.allowedActions.includes('edit') === false ? 'closedTitle' : 'editTitle')}
      template="form"
      back={<BackLink to={paths.memorandums()} label={t('title')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={480} radius={16} />}>
        {(memorandum) =>
          memorandum.allowedActions.includes('edit') ? (
            <Editing key={memorandum.id} memorandum={memorandum} />
          ) : (
            <Closed memorandum={memorandum} />
          )
        }
      </QueryView>
    </Page>
  )
}

function Editing({ memorandum }: { memorandum: MemorandumDto }) {
  const { t } = useTranslation(['memorandums', 'common'])
  const navigate = useNavigate()
  const save = useSaveMemorandum(memorandum.id)
  const send = useSend(save)
  const { remove, isRemoving } = useMemorandumMoves()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  // Who has gone on before the answer is not led back.
  const leave = () => isHere.current && void navigate(paths.memorandums())
  const form = useSchemaForm(memorandumSchema, {
    values: memorandumFormOf(memorandum),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { formError } = useFields(form)
  const submit = form.handleSubmit((values) =>
    send(memorandumBody(values), {
      onSuccess: () => setAlert(t('toast.saved'), 'success'),
      onSuccessHere: () => void navigate(paths.memorandums()),
      onErrorHere: (failure) => showFailure(failure, { form }),
    }),
  )
  return (
    <FormProvider {...form}>
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <MemorandumFields before={memorandum.date} aboutName={memorandum.aboutGroup?.name} />
        <FormRemoval
          icon={<IconTrash size={18} aria-hidden="true" />}
          onClick={() => remove(memorandum, leave)}
        >
          {t('delete')}
        </FormRemoval>
        <SaveBar error={formError}>
          <Button component={Link} to={paths.memorandums()} variant="default">
            {t('common:cancel')}
          </Button>
          <LoadingButton type="submit" loading={save.isPending} loadingLabel={t('common:loading')}>
            {t('form.saveChanges')}
          </LoadingButton>
        </SaveBar>
      </form>
      <LeaveGuard active={form.formState.isDirty && !isRemoving && !save.isPending && !save.isSuccess} />
    </FormProvider>
  )
}

function Closed({ memorandum }: { memorandum: MemorandumDto }) {
  const { t } = useTranslation('memorandums')
  const { toggle } = useMemorandumMoves()
  return (
    <Card>
      <MemorandumCheck memorandum={memorandum} onToggle={toggle} />
      <EmptyState
        drawing={<ClosedDrawing />}
        text={t('closed')}
        action={
          <Button component={Link} to={paths.memorandums()} variant="light">
            {t('seeAll')}
          </Button>
        }
      />
    </Card>
  )
}
