import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { useConfirmImport, usePreviewImport } from './client-files.queries.ts'
import { ChooseFile } from './components/ChooseFile.tsx'
import { ImportDone } from './components/ImportDone.tsx'
import { ImportReview } from './components/ImportReview.tsx'
import { ImportSteps } from './components/ImportSteps.tsx'
import { Uploading } from './components/Uploading.tsx'

/** Imports clients from a file in three steps: choose it, review the result, confirm (product §6). */
export function Component() {
  const { t } = useTranslation(['clientFiles', 'clients'])
  const { preview, sent, cancel } = usePreviewImport()
  const confirm = useConfirmImport()
  const [fileName, setFileName] = useState('')
  const restart = () => {
    cancel()
    preview.reset()
    confirm.reset()
  }
  const read = (file: File) => {
    setFileName(file.name)
    preview.mutate(file)
  }

  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      back={<BackLink to={paths.clients()} label={t('clients:title')} />}
    >
      <ImportSteps current={confirm.isSuccess ? 'done' : preview.isSuccess ? 'review' : 'choose'} />
      {confirm.isSuccess ? (
        <ImportDone
          created={confirm.data.created}
          importId={confirm.variables.importId}
          invited={confirm.variables.invite === true}
          onAgain={restart}
        />
      ) : preview.isSuccess ? (
        <ImportReview fileName={fileName} preview={preview.data} confirm={confirm} onOther={restart} />
      ) : preview.isPending ? (
        <Uploading fileName={fileName} sent={sent} onCancel={restart} />
      ) : (
        <ChooseFile onPick={read} failure={preview.error} />
      )}
      <LeaveGuard
        active={preview.isPending || (preview.isSuccess && !confirm.isSuccess)}
        words={{
          title: t('leave.title'),
          text: t('leave.text'),
          stay: t('leave.stay'),
          accept: t('leave.accept'),
        }}
      />
    </Page>
  )
}
