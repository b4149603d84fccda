import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { failureText } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { useSessionUser } from '#web/store/store.ts'
import { PeopleDrawing } from '#web/ui/drawings/PeopleDrawing.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { useInviteImported } from '../client-files.queries.ts'
import classes from './ImportDone.module.css'

type Props = { importId: string; created: number; invited: boolean; onAgain: () => void }

/** The last step: how many were imported, a button that invites them all, and a link to them. */
export function ImportDone({ importId, created, invited, onAgain }: Props) {
  const { t } = useTranslation(['clientFiles', 'common'])
  const { emailVerified } = useSessionUser()
  const invite = useInviteImported()
  const list = useRef<HTMLAnchorElement>(null)
  // The clicked button is unmounted: the focus moves to the result.
  const { isSuccess } = invite
  useEffect(() => list.current?.focus(), [isSuccess])
  const offers = !invited && !isSuccess
  const hint = invite.data
    ? hintAfter(t, invite.data)
    : t(invited ? 'done.invited' : emailVerified ? 'done.notInvited' : 'done.unverified')
  return (
    <Card>
      <div role="status">
        <EmptyState
          drawing={<PeopleDrawing />}
          text={<TwoLines title={t('done.title', { count: created })} hint={hint} />}
          action={
            <>
              <FormError text={invite.error ? failureText(invite.error) : undefined} />
              <div className={classes.buttons}>
                <Button variant="default" disabled={invite.isPending} onClick={onAgain}>
                  {t('done.again')}
                </Button>
                <Button
                  ref={list}
                  component={Link}
                  to={paths.clients()}
                  variant={offers && emailVerified ? 'default' : 'filled'}
                >
                  {t('done.list')}
                </Button>
                {offers && emailVerified && (
                  <LoadingButton
                    leftSection={<IconSend size={18} aria-hidden="true" />}
                    loading={invite.isPending}
                    loadingLabel={t('common:loading')}
                    onClick={() => invite.mutate(importId)}
                  >
                    {t('done.invite', { count: created })}
                  </LoadingButton>
                )}
              </div>
            </>
          }
        />
      </div>
    </Card>
  )
}

type Answer = NonNullable<ReturnType<typeof useInviteImported>['data']>

/** What became of the invitations. */
function hintAfter(t: TFunction<['clientFiles', 'common']>, { invited, waiting }: Answer): string {
  if (invited === 0) return t('done.invitedBefore')
  const sent = t('done.invited')
  return waiting > 0 ? `${sent} ${t('done.waiting', { count: waiting })}` : sent
}
