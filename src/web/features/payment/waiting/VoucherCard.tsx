import { Button } from '@mantine/core'
import { IconBuildingBank, IconBuildingStore, IconExternalLink, IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Voucher } from '#contract/payments/payment-accounts.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { amountText } from '../money.ts'
import { Barcode } from './Barcode.tsx'
import { CopyFact } from './CopyFact.tsx'
import { inFours } from './grouped.ts'
import classes from './VoucherCard.module.css'

type Of<Method extends Voucher['method']> = { voucher: Extract<Voucher, { method: Method }> }

/** What a coach has to pay in cash or by transfer, with all that they need for it. `isTest`: nothing is to be paid. */
export function VoucherCard({ voucher, isTest }: { voucher: Voucher; isTest: boolean }) {
  const { t } = useTranslation('payment')
  const { method, planId, checkoutId, pageUrl } = voucher
  const Icon = method === 'oxxo' ? IconBuildingStore : IconBuildingBank
  return (
    <Card>
      <div className={classes.head}>
        <span className={classes.icon} aria-hidden="true">
          <Icon />
        </span>
        <div>
          <h2 className={classes.title}>{t(`waiting.${method}.title`)}</h2>
          <p className={classes.plan}>{t('waiting.plan', { plan: t(`plans.${planId}`) })}</p>
        </div>
      </div>
      {isTest && (
        <p className={classes.test}>
          <IconFlask size={20} aria-hidden="true" />
          {t('waiting.test')}
        </p>
      )}
      {voucher.method === 'oxxo' ? <Oxxo voucher={voucher} /> : <Spei voucher={voucher} />}
      <p className={classes.note}>{t(`waiting.${method}.note`)}</p>
      {/* Test mode's page is a screen here; a provider's is on another site, and this one stays open beside it. */}
      {isTest ? (
        <Button component={Link} to={paths.sandboxCheckout({ checkoutId })} variant="light">
          {t('waiting.open')}
        </Button>
      ) : (
        pageUrl !== null && (
          <Button
            component="a"
            href={pageUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="light"
            rightSection={<IconExternalLink size={18} aria-hidden="true" />}
          >
            {t('waiting.open')}
          </Button>
        )
      )}
    </Card>
  )
}

function Oxxo({ voucher }: Of<'oxxo'>) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const language = currentLanguage()
  const until = voucher.expiresAt && fromIso(voucher.expiresAt)
  return (
    <>
      <p className={classes.amount}>{amountText(voucher, language)}</p>
      {until !== null && (
        <p className={classes.until}>
          {t('waiting.oxxo.until', {
            date: formatDayLong(until, timezone, language),
            time: formatClock(until, timezone, language),
          })}
        </p>
      )}
      <Barcode digits={voucher.reference} />
      <dl className={classes.facts}>
        <CopyFact
          term={t('waiting.reference')}
          value={voucher.reference}
          shown={inFours(voucher.reference)}
        />
      </dl>
    </>
  )
}

/** A server of the release before does not say until when it waits. */
type ToldSpei = Omit<Of<'spei'>['voucher'], 'waitsUntil'> & Partial<Of<'spei'>['voucher']>

function Spei({ voucher }: { voucher: ToldSpei }) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const language = currentLanguage()
  const { amountMinor, remainingMinor, currency } = voucher
  const missing = amountText({ amountMinor: remainingMinor, currency }, language)
  const received = amountText({ amountMinor: amountMinor - remainingMinor, currency }, language)
  return (
    <>
      <p className={classes.amount}>{missing}</p>
      {remainingMinor < amountMinor && (
        <p className={classes.until}>{t('waiting.spei.partly', { received, missing })}</p>
      )}
      {voucher.waitsUntil && (
        <p className={classes.until}>
          {t('waiting.spei.until', { date: formatDayLong(fromIso(voucher.waitsUntil), timezone, language) })}
        </p>
      )}
      <dl className={classes.facts}>
        <CopyFact
          term={t('waiting.spei.amount')}
          // As banks take it: the number alone.
          value={(remainingMinor / 100).toFixed(2)}
          shown={missing}
        />
        <CopyFact term={t('waiting.spei.clabe')} value={voucher.clabe} shown={inFours(voucher.clabe)} />
        <CopyFact term={t('waiting.spei.bank')} value={voucher.bank} />
        <CopyFact term={t('waiting.reference')} value={voucher.reference} />
      </dl>
    </>
  )
}
