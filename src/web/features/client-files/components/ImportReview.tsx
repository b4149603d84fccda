import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportPreview } from '#contract/client-files.ts'
import { failureText } from '#web/api/errors.ts'
import { useSessionUser } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import type { useConfirmImport } from '../client-files.queries.ts'
import classes from './ImportReview.module.css'
import { ProblemTable } from './ProblemTable.tsx'
import { SampleTable } from './SampleTable.tsx'
import { WorkBar } from './Uploading.tsx'

type Props = {
  fileName: string
  preview: ImportPreview
  confirm: ReturnType<typeof useConfirmImport>
  onOther: () => void
}

/** The second step: the rows to import, the refused rows with their reasons, and the button that imports. */
export function ImportReview({ fileName, preview, confirm, onOther }: Props) {
  const { t } = useTranslation('clientFiles')
  const { importId, valid, total, problems, sample, ignoredColumns } = preview
  const [invite, setInvite] = useState(false)
  const { emailVerified } = useSessionUser()
  const bad = total - valid
  const counts = useRef<HTMLUListElement>(null)
  // The clicked button is unmounted: the focus moves to the review.
  useEffect(() => counts.current?.focus(), [])
  return (
    <>
      <Card title={fileName}>
        <ul ref={counts} tabIndex={-1} className={classes.counts}>
          {valid > 0 && (
            <li className={classes.count} data-tone="positive">
              <IconCircleCheck size={22} aria-hidden="true" />
              <span>{t('review.valid', { count: valid })}</span>
            </li>
          )}
          {bad > 0 && (
            <li className={classes.count} data-tone="warning">
              <IconAlertTriangle size={22} aria-hidden="true" />
              <span>{t('review.bad', { count: bad })}</span>
            </li>
          )}
        </ul>
        {ignoredColumns.length > 0 && (
          <p className={classes.hint}>
            {t('review.ignored', { count: ignoredColumns.length, columns: ignoredColumns.join(', ') })}
          </p>
        )}
        {valid > 0 ? (
          <>
            <Checkbox
              className={classes.invite}
              label={t('review.invite')}
              description={t(emailVerified ? 'review.inviteHint' : 'review.unverified')}
              checked={invite}
              disabled={!emailVerified || confirm.isPending}
              onChange={({ currentTarget }) => setInvite(currentTarget.checked)}
            />
            {confirm.isPending && <WorkBar label={t('review.saving')} percent={null} />}
          </>
        ) : (
          <p className={classes.hint}>{t('review.nobody')}</p>
        )}
        <FormError text={confirm.error ? failureText(confirm.error) : undefined} />
        <div className={classes.buttons}>
          <Button variant={valid > 0 ? 'default' : 'filled'} disabled={confirm.isPending} onClick={onOther}>
            {t('review.other')}
          </Button>
          {valid > 0 && (
            <LoadingButton
              loading={confirm.isPending}
              loadingLabel={t('review.saving')}
              onClick={() => confirm.mutate({ importId, invite })}
            >
              {t('review.confirm', { count: valid })}
            </LoadingButton>
          )}
        </div>
      </Card>
      {problems.length > 0 && <ProblemTable problems={problems} fileName={fileName} />}
      {sample.length > 0 && <SampleTable sample={sample} valid={valid} />}
    </>
  )
}
