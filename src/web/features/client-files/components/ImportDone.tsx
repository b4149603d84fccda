import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import classes from './ImportDone.module.css'

type Props = { created: number; invited: boolean; onAgain: () => void }

/** The last step: how many were imported, and a link to them. */
export function ImportDone({ created, invited, onAgain }: Props) {
  const { t } = useTranslation('clientFiles')
  const list = useRef<HTMLAnchorElement>(null)
  // The clicked button is unmounted: the focus moves to the result.
  useEffect(() => list.current?.focus(), [])
  return (
    <Card>
      <div role="status">
        <EmptyState
          icon={<IconUsers />}
          text={
            <TwoLines
              title={t('done.title', { count: created })}
              hint={t(invited ? 'done.invited' : 'done.notInvited')}
            />
          }
          action={
            <div className={classes.buttons}>
              <Button variant="default" onClick={onAgain}>
                {t('done.again')}
              </Button>
              <Button ref={list} component={Link} to={paths.clients()}>
                {t('done.list')}
              </Button>
            </div>
          }
        />
      </div>
    </Card>
  )
}
