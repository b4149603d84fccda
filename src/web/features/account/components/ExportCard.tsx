import { Button, Progress } from '@mantine/core'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '#contract/account/accounts.ts'
import type { DataExportDto } from '#contract/account/data-exports.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayLong, formatTime } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { ProofDialog } from '#web/widgets/sign-in/ProofDialog.tsx'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import { dataExportQuery, openArchive, useAskExport } from '../account.queries.ts'
import classes from './Account.module.css'

/** The archive of all their data that a person may take along (product §18): asked for, written, and fetched for two days. */
export function ExportCard() {
  const { t } = useTranslation(['account', 'common'])
  const { id } = useSessionUser()
  const { side } = useViewer()
  const query = useQuery(dataExportQuery(id))
  return (
    <Card title={t('export.title')}>
      <p className={classes.hint}>{t(side === 'coach' ? 'export.hintCoach' : 'export.hintClient')}</p>
      <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={1} />}>
        {({ export: last }) => <ExportState last={last} />}
      </QueryView>
    </Card>
  )
}

function ExportState({ last }: { last: DataExportDto | null }) {
  const { t } = useTranslation('account')
  if (last?.state === 'waiting' || last?.state === 'running') return <Writing {...last} />
  if (last?.state === 'ready') return <Ready {...last} />
  return (
    <div className={classes.all}>
      {last && (
        <p className={classes.value} role="alert">
          {t('export.failed')}
        </p>
      )}
      <div className={last ? classes.choices : undefined}>
        <AskButton variant="default" label={t('export.ask')} />
      </div>
    </div>
  )
}

function Writing({ state, progress }: DataExportDto) {
  const { t } = useTranslation('account')
  return (
    <div className={classes.all} role="status">
      <p className={classes.value}>{t(state === 'waiting' ? 'export.waiting' : 'export.running')}</p>
      <Progress
        mt={8}
        mb={8}
        value={progress}
        aria-label={t('export.progress', { percent: progress })}
        animated
      />
      <p className={classes.hint}>{t('export.leave')}</p>
    </div>
  )
}

function Ready({ id: exportId, byteSize, expiresAt, missingFiles, ownSignIn }: DataExportDto) {
  const { t } = useTranslation('account')
  const person = useSessionUser()
  const [proving, setProving] = useState(false)
  const language = currentLanguage()
  const until = fromIso(expiresAt!)
  const fetchArchive = async (proof: Proof) => {
    location.assign((await openArchive({ userId: person.id, exportId }, proof)).address)
  }
  return (
    <div className={classes.all}>
      <p className={classes.value}>{t('export.ready', { size: sizeText(byteSize!, language) })}</p>
      <p className={classes.hint}>
        {t('export.until', {
          day: formatDayLong(until, person.timezone, language),
          time: formatTime(until, person.timezone),
        })}
      </p>
      {missingFiles > 0 && <p className={classes.hint}>{t('export.missing', { count: missingFiles })}</p>}
      <div className={classes.choices}>
        <Button
          leftSection={<IconDownload size={18} />}
          onClick={() => (ownSignIn ? void fetchArchive({}).catch(showFailure) : setProving(true))}
        >
          {t('export.download')}
        </Button>
        <AskButton variant="subtle" label={t('export.again')} />
      </div>
      <ProofDialog
        person={person}
        opened={proving}
        onClose={() => setProving(false)}
        icon={<IconDownload />}
        title={t('export.downloadTitle')}
        subtitle={t('export.downloadText')}
        accept={t('export.download')}
        run={fetchArchive}
      />
    </div>
  )
}

function AskButton({ label, variant }: { label: string; variant: 'default' | 'subtle' }) {
  const { t } = useTranslation('account')
  const person = useSessionUser()
  const [asking, setAsking] = useState(false)
  const ask = useAskExport(person.id)
  return (
    <>
      <Button variant={variant} leftSection={<IconFileZip size={18} />} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ProofDialog
        person={person}
        opened={asking}
        onClose={() => setAsking(false)}
        icon={<IconFileZip />}
        title={t('export.askTitle')}
        subtitle={t('export.askText')}
        accept={t('export.ask')}
        run={(proof) => ask.mutateAsync(proof)}
      />
    </>
  )
}
