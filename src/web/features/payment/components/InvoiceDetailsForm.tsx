import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type InvoiceDetails,
  InvoiceUse,
  NewInvoiceDetails,
  TaxRegime,
  regimesOf,
  usesOf,
} from '#contract/payments/invoice-details.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useSend } from '#web/widgets/use-send.ts'
import { invoiceDetailsQuery } from '../payment.queries.ts'
import classes from './InvoiceDetailsForm.module.css'

/** What receipts say of who pays: the data of a Mexican invoice, kept and removed as a whole. */
export function InvoiceDetailsForm() {
  const { t } = useTranslation('invoices')
  const query = useQuery(invoiceDetailsQuery)
  return (
    <Card title={t('title')}>
      <p className={classes.hint}>{t('hint')}</p>
      <QueryView query={query} skeleton={<Skeleton height={220} radius={12} />}>
        {({ details }) => <Form details={details} />}
      </QueryView>
    </Card>
  )
}

const EMPTY: Record<keyof InvoiceDetails, string> = {
  taxId: '',
  name: '',
  regime: '',
  use: '',
  postalCode: '',
}

function Form({ details }: { details: InvoiceDetails | null }) {
  const { t } = useTranslation(['invoices', 'common'])
  const form = useSchemaForm(NewInvoiceDetails, {
    values: { ...EMPTY, ...details },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { field, formError } = useFields(form)
  const save = useMutation({
    mutationFn: (next: InvoiceDetails | null) =>
      call('PUT /v1/payment/invoice-details', { body: { details: next } }),
  })
  const send = useSend(save)
  const put = (next: InvoiceDetails | null) =>
    send(next, {
      onSuccess: () => setAlert(next ? t('common:saved') : t('removed'), 'success'),
      onSuccessHere: (kept) => form.reset({ ...EMPTY, ...kept.details }, { keepDirtyValues: false }),
      onErrorHere: (failure) => showFailure(failure, { form }),
    })
  const { taxId, regime, use } = form.watch()
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void form.handleSubmit((written) => put(written))()
      }}
    >
      <div className={classes.grid}>
        <TextInput
          label={t('taxId')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          {...field('taxId', { deps: ['regime'] })}
        />
        <TextInput label={t('postalCode')} inputMode="numeric" autoComplete="off" {...field('postalCode')} />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...field('name')}
        />
        {/* With their values: their choices change, and a browser alone would choose another one then. */}
        <NativeSelect label={t('regime')} {...field('regime', { deps: ['use'] })} value={regime}>
          <option value="">{t('choose')}</option>
          {fitting(TaxRegime.options, regimesOf(taxId.trim().toUpperCase()), regime).map((code) => (
            <option key={code} value={code}>
              {`${code} ${t(`regimes.${code}`)}`}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect label={t('use')} {...field('use')} value={use}>
          <option value="">{t('choose')}</option>
          {fitting(InvoiceUse.options, usesOf(TaxRegime.safeParse(regime).data), use).map((code) => (
            <option key={code} value={code}>
              {`${code} ${t(`uses.${code}`)}`}
            </option>
          ))}
        </NativeSelect>
      </div>
      <FormError text={formError} />
      <div className={classes.buttons}>
        <LoadingButton
          type="submit"
          variant={form.formState.isDirty ? 'filled' : 'light'}
          loading={save.isPending}
          loadingLabel={t('common:loading')}
        >
          {t('common:save')}
        </LoadingButton>
        {details !== null && (
          <Button variant="subtle" disabled={save.isPending} onClick={() => put(null)}>
            {t('remove')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Those that can be chosen, and the one that is chosen, which may not fit any more: its message says so. */
const fitting = <Code extends string>(all: readonly Code[], fits: readonly Code[], chosen: string): Code[] =>
  all.filter((code) => fits.includes(code) || code === chosen)
