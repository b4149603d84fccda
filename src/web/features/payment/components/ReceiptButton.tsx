import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PaymentEntryId } from '#contract/values.ts'
import { callForFile } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { saveFile } from '#web/ui/save-file.ts'

/** Saves the receipt of a payment. `date` tells it from the others for people who do not see the line. */
export function ReceiptButton({ entryId, date }: { entryId: PaymentEntryId; date: string }) {
  const { t } = useTranslation('invoices')
  const download = useMutation({
    mutationFn: () => callForFile('GET /v1/payment/receipt/:entryId', { params: { entryId } }),
  })
  const save = () =>
    void download
      .mutateAsync()
      .then(({ content, name }) => saveFile(content, name ?? t('receiptName')), showFailure)
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mr={-8}
      aria-label={t('receiptOf', { date })}
      loading={download.isPending}
      onClick={save}
    >
      {t('receipt')}
    </Button>
  )
}
