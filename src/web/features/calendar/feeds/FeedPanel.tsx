import { Button } from '@mantine/core'
import { IconLock, IconRefresh, IconRss } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeedDto } from '#contract/calendar/calendar-files.ts'
import { fromIso } from '#time/clock.ts'
import { formatRelative } from '#time/relative.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { feedQuery, useCreateFeed, useDeleteFeed } from './calendar-files.queries.ts'
import { FeedAddress } from './FeedAddress.tsx'
import classes from './FeedPanel.module.css'

/** The feed of the viewer's sessions: a secret address, created here, shown once, and revoked here. */
export function FeedPanel() {
  const { t } = useTranslation('calendar')
  const { userId } = useViewer()
  const query = useQuery(feedQuery(userId))
  return (
    <div className={classes.panel}>
      <p className={classes.text}>{t('feed.text')}</p>
      <QueryView query={query}>{(feed) => <Feed feed={feed} userId={userId} />}</QueryView>
    </div>
  )
}

function Feed({ feed, userId }: { feed: FeedDto; userId: string }) {
  const { t } = useTranslation(['calendar', 'common'])
  const create = useCreateFeed(userId)
  const remove = useDeleteFeed(userId)
  const sendCreate = useSend(create)
  const sendRemove = useSend(remove)
  const [asking, setAsking] = useState<'renew' | 'remove'>()
  const [problem, setProblem] = useState<string>()
  const make = () => void create.mutateAsync().catch(showFailure)
  if (feed.createdAt === null) {
    return (
      <div className={classes.buttons}>
        <LoadingButton
          variant="light"
          leftSection={<IconRss size={18} aria-hidden="true" />}
          loading={create.isPending}
          loadingLabel={t('common:loading')}
          onClick={make}
        >
          {t('feed.create')}
        </LoadingButton>
      </div>
    )
  }
  const close = () => {
    setAsking(undefined)
    setProblem(undefined)
  }
  const answered = (text: string) => ({
    onSuccess: () => setAlert(text, 'success'),
    onSuccessHere: close,
    onErrorHere: (failure: unknown) => showFailure(failure, { dialog: setProblem }),
  })
  const accept = () => {
    setProblem(undefined)
    if (asking === 'renew') return sendCreate(undefined, answered(t('feed.renewed')))
    create.reset()
    sendRemove(undefined, answered(t('feed.removed')))
  }
  return (
    <>
      {create.data?.url === undefined ? <Known feed={feed} /> : <FeedAddress url={create.data.url} />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          onClick={() => setAsking('renew')}
        >
          {t('feed.renew')}
        </Button>
        <Button variant="default" c="negative" onClick={() => setAsking('remove')}>
          {t('feed.remove')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          opened
          title={t(`feed.${asking}Title`)}
          subtitle={t(`feed.${asking}Text`)}
          icon={<IconRss size={24} />}
          cancel={{ label: t('common:cancel') }}
          accept={{
            label: t(`feed.${asking}`),
            run: accept,
            loading: create.isPending || remove.isPending,
            loadingLabel: t('common:loading'),
            danger: asking === 'remove',
          }}
          error={problem}
          onClose={close}
        />
      )}
    </>
  )
}

/** An existing address cannot be read again: shows only when it was created and last fetched. */
function Known({ feed: { createdAt, lastReadAt } }: { feed: FeedDto }) {
  const { t } = useTranslation('calendar')
  const now = useNow()
  const ago = (at: string) => formatRelative(fromIso(at), now, currentLanguage())
  return (
    <p className={classes.known}>
      <IconLock size={20} aria-hidden="true" />
      <span>
        {createdAt !== null && t('feed.made', { when: ago(createdAt) })}{' '}
        {lastReadAt === null ? t('feed.neverRead') : t('feed.read', { when: ago(lastReadAt) })}{' '}
        {t('feed.secret')}
      </span>
    </p>
  )
}
