import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { addMinutes } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { spanForm, spanOf } from '#web/widgets/forms/span-form.ts'
import { spanFrom, type Span } from '#web/widgets/times/span.ts'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { OwnTime } from '#web/widgets/times/OwnTime.tsx'
import { TimeChoice } from '#web/widgets/times/TimeChoice.tsx'
import { MoveCheck } from './MoveCheck.tsx'
import { MoveOptions } from './MoveOptions.tsx'
import classes from './MoveSessionDialog.module.css'
import { MoveTimes } from './MoveTimes.tsx'
import { SessionDialog } from '#web/widgets/session/SessionDialog.tsx'
import { dayOf, minutesOf, otherParty } from '#web/widgets/session/session-look.ts'
import { useMoving } from './use-moving.ts'

type Props = {
  session: SessionListItem
  /** Called after the move, before the dialog closes. */
  onClose: (moved: boolean) => void
}

/** A coach moves a session: to a chosen time, or to the one it was dragged to (product §8, §9). */
export function MoveSessionDialog({ to, ...props }: Props & { to?: Span }) {
  return to ? <DraggedDialog {...props} to={to} /> : <ChoiceDialog {...props} />
}

function DraggedDialog({ session, to, onClose }: Props & { to: Span }) {
  const { t } = useTranslation(['schedule', 'common'])
  const moving = useMoving(session, to, () => onClose(true))
  const ofLength = to.start === spanFrom(session).start
  const accept = ofLength
    ? ({ free: 'move.acceptLength', anyway: 'move.anywayLength' } as const)
    : ({ free: 'move.accept', anyway: 'move.anyway' } as const)
  return (
    <ConfirmDialog
      opened
      title={t(ofLength ? 'move.lengthTitle' : 'move.confirmTitle')}
      subtitle={session.title}
      icon={<IconCalendarTime size={24} />}
      cancel={{ label: t('move.keep') }}
      accept={{
        label: t(moving.isKnowing ? accept.anyway : accept.free),
        run: moving.run,
        loading: moving.isPending,
        loadingLabel: t('common:loading'),
        disabled: !moving.canMove,
      }}
      error={moving.problem}
      onClose={() => onClose(false)}
    >
      <div className={classes.fields}>
        <MoveTimes session={session} span={to} />
        <MoveCheck moving={moving} />
        <MoveOptions session={session} moving={moving} />
      </div>
    </ConfirmDialog>
  )
}

function ChoiceDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['schedule', 'common'])
  const viewer = useViewer()
  const { data: calendar } = useQuery(calendarQuery(viewer.coachId))
  // Nothing is chosen at first; any other hour begins at the present one, so that a length alone can change.
  const [chosen, choose] = useState<Span>()
  const present = spanFrom(session)
  const [own, setOwn] = useState(() => spanForm(present, viewer.timezone))
  const [isOwn, setIsOwn] = useState(false)
  const span = isOwn ? spanOf(own, viewer.timezone) : chosen
  const moving = useMoving(session, span, () => onClose(true))
  const minutes = minutesOf(session)
  return (
    <SessionDialog title={t('move.title')} onClose={() => onClose(false)}>
      <p className={classes.hint}>
        {t('move.now', {
          title: session.title,
          when: formatDayAndTimes(present.start, present.end, viewer.timezone, currentLanguage()),
        })}
      </p>
      <div className={classes.fields}>
        <TimeChoice
          viewer={viewer}
          other={otherParty(session, viewer)}
          durationMin={minutes}
          firstDate={dayOf(session, viewer)}
          without={session.id}
          chosen={chosen ? [chosen.start] : []}
          onChoose={(start) => {
            choose({ start, end: addMinutes(start, minutes) })
            moving.forgetProblem()
          }}
          own={{
            isOpen: isOwn,
            onOpen: setIsOwn,
            fields: (
              <OwnTime
                viewer={viewer}
                value={own}
                lengths={lengthsOf(calendar?.durations ?? [], session)}
                without={session.id}
                onChange={(next) => {
                  setOwn(next)
                  moving.forgetProblem()
                }}
              />
            ),
          }}
        />
        <MoveOptions session={session} moving={moving} />
      </div>
      <div className={classes.foot}>
        {span && moving.wrong !== 'same' && <MoveTimes session={session} span={span} />}
        {span && <MoveCheck moving={moving} />}
        <FormError text={moving.problem} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => onClose(false)}>
            {t('common:cancel')}
          </Button>
          <LoadingButton
            onClick={moving.run}
            disabled={!moving.canMove}
            loading={moving.isPending}
            loadingLabel={t('common:loading')}
          >
            {t(moving.isKnowing ? 'move.anyway' : 'move.accept')}
          </LoadingButton>
        </div>
      </div>
    </SessionDialog>
  )
}

/** The coach's durations, including the session's own. */
function lengthsOf(durations: readonly number[], session: SessionListItem): number[] {
  return [...new Set([...durations, minutesOf(session)])].sort((a, b) => a - b)
}
