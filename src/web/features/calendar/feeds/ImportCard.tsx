import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportedCalendarDto } from '#contract/calendar/calendar-files.ts'
import { fromIso } from '#time/clock.ts'
import { formatRelative } from '#time/relative.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { importedQuery, useImportCalendar } from './calendar-files.queries.ts'
import { ImportForm } from './import-form.ts'
import classes from './ImportCard.module.css'

/** An imported calendar whose busy time is not offered to clients (product §8). */
export function ImportCard() {
  const { t } = useTranslation('calendar')
  const { coachId } = useViewer()
  const query = useQuery(importedQuery(coachId))
  return (
    <Card title={t('import.title')}>
      <div className={classes.card}>
        <p className={classes.text}>{t('import.text')}</p>
        <QueryView query={query}>
          {(imported) => (
            <>
              {imported.host !== null && <Reading imported={imported} host={imported.host} />}
              <Address coachId={coachId} isFirst={imported.host === null} />
              {imported.host !== null && <Stop coachId={coachId} host={imported.host} />}
            </>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

/** The result of the last import, in words. */
function Reading({ imported, host }: { imported: ImportedCalendarDto; host: string }) {
  const { t } = useTranslation('calendar')
  const now = useNow()
  const { lastSuccessAt, lastError, events } = imported
  const ReadingIcon = lastError === null ? IconCircleCheck : IconAlertTriangle
  const success =
    lastSuccessAt === null
      ? t('import.neverRead')
      : t('import.read', {
          count: events,
          when: formatRelative(fromIso(lastSuccessAt), now, currentLanguage()),
        })
  return (
    <div className={classes.reading} data-failed={lastError !== null || undefined} role="status">
      <ReadingIcon size={20} aria-hidden="true" />
      <div>
        <strong className={classes.host}>{host}</strong>
        <p>{success}</p>
        {lastError !== null && <p>{t(`import.problems.${lastError}`)}</p>}
      </div>
    </div>
  )
}

function Address({ coachId, isFirst }: { coachId: string; isFirst: boolean }) {
  const { t } = useTranslation(['calendar', 'common'])
  const read = useImportCalendar(coachId)
  const send = useSend(read)
  const form = useSchemaForm(ImportForm, { defaultValues: { url: '' } })
  const { field, formError } = useFields(form)
  const submit = form.handleSubmit(({ url }) =>
    send(url, {
      onSuccess: ({ events }) => setAlert(t('import.done', { count: events }), 'success'),
      onSuccessHere: () => form.reset(),
      onErrorHere: (failure) => showFailure(failure, { form }),
    }),
  )
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        type="url"
        inputMode="url"
        autoComplete="off"
        label={t(isFirst ? 'import.address' : 'import.otherAddress')}
        description={t('import.addressHint')}
        placeholder={t('import.addressPlaceholder')}
        withAsterisk
        maxLength={2000}
        {...field('url')}
      />
      <FormError text={formError} />
      <div className={classes.buttons}>
        <LoadingButton
          type="submit"
          variant="light"
          loading={read.isPending}
          loadingLabel={t('common:loading')}
        >
          {t('import.submit')}
        </LoadingButton>
      </div>
    </form>
  )
}

function Stop({ coachId, host }: { coachId: string; host: string }) {
  const { t } = useTranslation(['calendar', 'common'])
  const stop = useImportCalendar(coachId)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const accept = () =>
    // A promise, because this button is gone as soon as the calendar is known to have changed.
    void stop.mutateAsync(null).then(
      () => {
        setAlert(t('import.stopped'), 'success')
        setAsking(false)
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem }),
    )
  return (
    <div className={classes.buttons}>
      <Button variant="default" c="negative" onClick={() => setAsking(true)}>
        {t('import.stop')}
      </Button>
      {asking && (
        <ConfirmDialog
          opened
          title={t('import.stopTitle')}
          subtitle={t('import.stopText', { host })}
          cancel={{ label: t('common:cancel') }}
          accept={{
            label: t('import.stop'),
            run: accept,
            loading: stop.isPending,
            loadingLabel: t('common:loading'),
            danger: true,
          }}
          error={problem}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
