import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SessionListItem, IsoInterval } from '#contract/sessions/sessions.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import { previewQuery } from '#web/widgets/queries/move.queries.ts'
import classes from '#web/features/sessions/answer/AnswerCards.module.css'

type Props = { session: SessionListItem; time: IsoInterval }

/** The warnings of a new time for an existing session, which does not clash with itself. */
export function TimeCheck({ session: { id, type, clientId }, time: { startsAt, endsAt } }: Props) {
  const { t } = useTranslation('moves')
  const query = useQuery(
    previewQuery({ type, ...(clientId && { clientId }), startsAt, endsAt, sessionId: id }),
  )
  return (
    <div className={classes.check} role="status">
      <QueryView
        query={query}
        skeleton={
          <p className={classes.checking} aria-busy="true">
            {t('confirm.checking')}
          </p>
        }
      >
        {({ occurrences }) => {
          const warnings = occurrences.flatMap((each) => each.warnings)
          return warnings.length > 0 ? (
            <TimeWarnings warnings={warnings} />
          ) : (
            <p className={classes.free}>
              <IconCircleCheck size={18} aria-hidden="true" />
              {t('confirm.free')}
            </p>
          )
        }}
      </QueryView>
    </div>
  )
}
