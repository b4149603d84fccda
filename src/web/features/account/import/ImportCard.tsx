import { Button, Progress } from '@mantine/core'
import { IconFileImport, IconReload, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataImportDto } from '#contract/account/data-imports.ts'
import type { Output } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { useSessionUser } from '#web/store/store.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import classes from '../components/Account.module.css'
import { ChooseArchive } from './ChooseArchive.tsx'
import { dataImportQuery, useCancelImport, useFinishImport, useFreshPractice } from './import.queries.ts'

type State = Output<'GET /v1/user/:userId/import'>

/** The archive of a practice, read back into an empty one (issue 17). For coaches. */
export function ImportCard() {
  const { t } = useTranslation(['account', 'common'])
  const { id } = useSessionUser()
  const query = useQuery(dataImportQuery(id))
  return (
    <Card title={t('import.title')}>
      <p className={classes.hint}>{t('import.hint')}</p>
      <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={1} />}>
        {(state) => <ImportedPractice {...state} />}
      </QueryView>
    </Card>
  )
}

function ImportedPractice({ import: last, isEmpty, mostBytes }: State) {
  const { t } = useTranslation('account')
  useFreshPractice(last)
  if (last?.state === 'waiting' || last?.state === 'running') return <Reading {...last} />
  if (last?.state === 'done') return <Done {...last} />
  if (last?.state === 'failed') return <Failed {...last} />
  if (!isEmpty) {
    return (
      <p className={`${classes.hint} ${classes.below}`} role="note">
        {t('import.notEmpty')}
      </p>
    )
  }
  return (
    <>
      {last?.refusal && (
        <div className={classes.around}>
          <FormError text={last.refusal.error} />
        </div>
      )}
      <ChooseArchive unfinished={last?.state === 'uploading' ? last : null} mostBytes={mostBytes} />
    </>
  )
}

function Reading({ state, progress }: DataImportDto) {
  const { t } = useTranslation('account')
  return (
    <div className={classes.all} role="status">
      <p className={classes.value}>{t(state === 'waiting' ? 'import.waiting' : 'import.running')}</p>
      <Progress
        mt={8}
        mb={8}
        value={progress}
        aria-label={t('import.progress', { percent: progress })}
        animated
      />
      <p className={classes.hint}>{t('import.leave')}</p>
    </div>
  )
}

function Done({ counts }: DataImportDto) {
  const { t } = useTranslation('account')
  const { clients = 0, sessions = 0, messages = 0, files = 0 } = counts ?? {}
  return (
    <div className={classes.all} role="status">
      <p className={classes.value}>{t('import.done')}</p>
      <p className={classes.hint}>
        {[
          t('import.clients', { count: clients }),
          t('import.sessions', { count: sessions }),
          t('import.messages', { count: messages }),
          t('import.files', { count: files }),
        ].join(' · ')}
      </p>
      <p className={classes.hint}>{t('import.invite')}</p>
      <div className={classes.choices}>
        <Button
          component={Link}
          to={paths.clients()}
          variant="default"
          leftSection={<IconUsers size={18} aria-hidden="true" />}
        >
          {t('import.clientsLink')}
        </Button>
      </div>
    </div>
  )
}

function Failed({ id: importId, canRestart }: DataImportDto) {
  const { t } = useTranslation('account')
  const { id } = useSessionUser()
  const again = useFinishImport(id)
  const cancel = useCancelImport(id)
  return (
    <div className={classes.all}>
      <p className={classes.value} role="alert">
        {t(canRestart ? 'import.failed' : 'import.failedAgain')}
      </p>
      <div className={classes.choices}>
        {canRestart && (
          <Button
            leftSection={<IconReload size={18} aria-hidden="true" />}
            loading={again.isPending}
            onClick={() => void again.mutateAsync(importId).catch(showFailure)}
          >
            {t('import.again')}
          </Button>
        )}
        <Button
          variant={canRestart ? 'subtle' : 'filled'}
          loading={cancel.isPending}
          leftSection={<IconFileImport size={18} aria-hidden="true" />}
          onClick={() => void cancel.mutateAsync(importId).catch(showFailure)}
        >
          {t('import.other')}
        </Button>
      </div>
    </div>
  )
}
