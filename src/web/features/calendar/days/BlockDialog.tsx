import { Button } from '@mantine/core'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import { systemClock } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import type { Span } from '#web/widgets/times/span.ts'
import { BlockForm, blockBody, blockFormOf, newBlockBody, newBlockForm } from './block-form.ts'
import { useChangeBlock, useCreateBlock } from '../calendar.queries.ts'
import classes from './BlockDialog.module.css'
import { BlockFields } from './BlockFields.tsx'

type Props = {
  /** The range that was drawn. */
  span?: Span
  /** The block to edit; without it a new one is created. */
  block?: BlockDto
  onClose: () => void
}

/** "Bloquear tiempo" (product §8): once or by a rule, or editing an existing block. */
export function BlockDialog({ span, block, onClose }: Props) {
  const { t } = useTranslation(['calendar', 'common'])
  const { coachId, timezone } = useViewer()
  const create = useCreateBlock(coachId)
  const change = useChangeBlock(coachId)
  const sendNew = useSend(create)
  const sendChange = useSend(change)
  const form = useSchemaForm(BlockForm, {
    defaultValues: block ? blockFormOf(block, timezone) : newBlockForm(span, systemClock.now(), timezone),
  })
  const { formError } = useFields(form)
  const saving = create.isPending || change.isPending

  const submit = form.handleSubmit((filled) => {
    const answered = {
      onSuccess: () => setAlert(t(block ? 'block.changed' : 'block.created'), 'success'),
      onSuccessHere: onClose,
      onErrorHere: (failure: unknown) => showFailure(failure, { form }),
    }
    if (block) sendChange({ blockId: block.id, ...blockBody(filled, timezone) }, answered)
    else sendNew(newBlockBody(filled, timezone), answered)
  })
  return (
    <FormDialog title={t(block ? 'block.edit' : 'block.title')} onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
          <BlockFields canRepeat={block === undefined} />
          <FormError text={formError} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <LoadingButton type="submit" loading={saving} loadingLabel={t('common:loading')}>
              {t(block ? 'block.save' : 'block.submit')}
            </LoadingButton>
          </div>
        </form>
      </FormProvider>
    </FormDialog>
  )
}
