import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountDeletionDto, GRACE_DAYS } from '#contract/account/account-deletion.ts'
import { DAY_MS, epochMs, fromIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { isSoon } from '#web/widgets/account/is-soon.ts'
import { ProofDialog } from '#web/widgets/sign-in/ProofDialog.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import classes from '../components/Account.module.css'
import own from './DeletionCard.module.css'
import { KeepButton } from './KeepButton.tsx'
import { accountDeletionQuery, useAskDeletion } from './deletion.queries.ts'

/** The end of the account (product §18): what goes and what stays is said before it is asked for, and for thirty days it can be kept. */
export function DeletionCard() {
  const { t } = useTranslation(['account', 'common'])
  const { id } = useSessionUser()
  const query = useQuery(accountDeletionQuery(id))
  return (
    <Card title={t('deletion.title')}>
      <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={2} />}>
        {(deletion) =>
          deletion.dueAt === null ? <Ask deletion={deletion} /> : <Asked userId={id} dueAt={deletion.dueAt} />
        }
      </QueryView>
    </Card>
  )
}

function Asked({ userId, dueAt }: { userId: string; dueAt: NonNullable<AccountDeletionDto['dueAt']> }) {
  const { t } = useTranslation('account')
  const { timezone } = useViewer()
  const now = useNow()
  const day = formatDayLong(fromIso(dueAt), timezone, currentLanguage())
  return (
    <div role="status">
      <p className={classes.value}>{t(isSoon(dueAt, now) ? 'deletion.dueSoon' : 'deletion.due', { day })}</p>
      <p className={classes.hint}>{t('deletion.until')}</p>
      <div className={classes.all}>
        <KeepButton userId={userId} />
      </div>
    </div>
  )
}

function Ask({ deletion }: { deletion: AccountDeletionDto }) {
  const { t } = useTranslation('account')
  const person = useSessionUser()
  const { timezone } = useViewer()
  const ask = useAskDeletion(person.id)
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const day = formatDayLong(epochMs(now + GRACE_DAYS * DAY_MS), timezone, currentLanguage())
  return (
    <>
      <p className={classes.hint}>{t('deletion.hint', { days: GRACE_DAYS })}</p>
      <ul className={own.facts}>
        {useFacts(deletion).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className={classes.all}>
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('deletion.ask')}
        </Button>
      </div>
      <ProofDialog
        person={person}
        opened={asking}
        onClose={() => setAsking(false)}
        icon={<IconTrash />}
        title={t('deletion.askTitle')}
        subtitle={t('deletion.askText', { day })}
        accept={t('deletion.accept')}
        danger
        run={async (proof) => {
          await ask.mutateAsync(proof)
          setAlert(t('deletion.asked'), 'success')
        }}
      />
    </>
  )
}

/** What becomes of what there is, by what the person is: a coach, a client, or both, in whatever space they are now. */
function useFacts({ practice, clients, coaches }: AccountDeletionDto): string[] {
  const { t } = useTranslation('account')
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' })
  const ofCoach = [
    t('deletion.practice'),
    ...(clients > 0 ? [t('deletion.clients', { count: clients })] : []),
    t('deletion.plan'),
    t('deletion.books'),
  ]
  const ofClient = [
    t('deletion.words'),
    t('deletion.coachWords', { coach: list.format(coaches) }),
    t('deletion.sessions', { coach: list.format(coaches) }),
  ]
  return [...(practice ? ofCoach : []), ...(coaches.length > 0 ? ofClient : []), t('deletion.backups')]
}
