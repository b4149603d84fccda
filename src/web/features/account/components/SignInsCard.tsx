import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInDto } from '#contract/account/accounts.ts'
import { dateOf } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatShortDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import { ProofDialog } from '#web/widgets/sign-in/ProofDialog.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { signInsQuery, useEndSignIns } from '../account.queries.ts'
import classes from './Account.module.css'
import { EndAllDialog } from './EndAllDialog.tsx'

/** The account's sign-ins, and how to end them elsewhere (product §18). */
export function SignInsCard() {
  const { t } = useTranslation(['account', 'common'])
  const { id } = useSessionUser()
  const query = useQuery(signInsQuery(id))
  const [asking, setAsking] = useState(false)
  return (
    <Card title={t('signIns.title')}>
      <p className={classes.hint}>{t('signIns.hint')}</p>
      <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={2} />}>
        {(signIns) => (
          <>
            <ul className={classes.list}>
              {signIns.map((signIn) => (
                <SignIn key={signIn.id} signIn={signIn} />
              ))}
            </ul>
            {signIns.length > 1 && (
              <Button variant="default" className={classes.all} onClick={() => setAsking(true)}>
                {t('signIns.endAll')}
              </Button>
            )}
          </>
        )}
      </QueryView>
      <EndAllDialog opened={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}

const HANDHELD: ReadonlySet<string | null> = new Set(['iPhone', 'iPad', 'Android'])

function SignIn({ signIn }: { signIn: SignInDto }) {
  const { t } = useTranslation('account')
  const person = useSessionUser()
  const { id, timezone } = person
  const end = useEndSignIns(id)
  const [asking, setAsking] = useState(false)
  const { browser, system, current } = signIn
  const DeviceIcon = HANDHELD.has(system) ? IconDeviceMobile : IconDeviceDesktop
  const day = (iso: string) => formatShortDate(fromIso(iso), timezone, currentLanguage())
  const usedToday = dateOf(fromIso(signIn.lastUsedAt), timezone) === dateOf(useNow(), timezone)
  const name =
    browser && system ? t('signIns.device', { browser, system }) : (browser ?? system ?? t('signIns.unknown'))
  return (
    <li className={classes.entry}>
      <span className={classes.device} aria-hidden="true">
        <DeviceIcon size={20} />
      </span>
      <div className={classes.facts}>
        <p className={classes.name}>{name}</p>
        <p className={classes.since}>
          {t('signIns.since', { day: day(signIn.signedInAt) })}
          {!current &&
            ` · ${usedToday ? t('signIns.usedToday') : t('signIns.lastUsed', { day: day(signIn.lastUsedAt) })}`}
        </p>
      </div>
      {current ? (
        <StatusBadge label={t('signIns.current')} tone="positive" />
      ) : (
        <>
          <Button
            variant="subtle"
            mr={-18}
            aria-label={t('signIns.endOne', { name })}
            onClick={() => setAsking(true)}
          >
            {t('signIns.end')}
          </Button>
          <ProofDialog
            person={person}
            opened={asking}
            onClose={() => setAsking(false)}
            icon={<DeviceIcon />}
            title={t('signIns.askOneTitle')}
            subtitle={name}
            accept={t('signIns.end')}
            danger
            run={async (proof) => {
              await end.mutateAsync({ session: signIn.id, proof })
              setAlert(t('signIns.ended'), 'success')
            }}
          />
        </>
      )}
    </li>
  )
}
