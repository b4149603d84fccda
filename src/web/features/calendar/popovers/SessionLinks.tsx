import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { linksOf } from './session-links.ts'

/** Links to what the viewer may do with a session: the server's allowed actions. */
export function SessionLinks({ session, viewer }: { session: SessionListItem; viewer: Viewer }) {
  const { t } = useTranslation('calendar')
  return linksOf(session, viewer.side).map(({ what, to }) => (
    <Button
      key={what}
      component={Link}
      to={to}
      variant="default"
      {...(what === 'cancel' && { c: 'negative' })}
    >
      {t(`links.${what}`)}
    </Button>
  ))
}
