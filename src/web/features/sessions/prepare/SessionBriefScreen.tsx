import { Button, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { PinnedNotes } from '#web/widgets/notes/PinnedNotes.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { BriefActions } from './BriefActions.tsx'
import { BriefGoals } from './BriefGoals.tsx'
import { BriefLast } from './BriefLast.tsx'
import { BriefMemorandums } from './BriefMemorandums.tsx'
import { BriefNotes } from './BriefNotes.tsx'
import { BriefRatings } from './BriefRatings.tsx'
import { PreparationAnswersList } from './PreparationAnswersList.tsx'
import { SessionFacts } from '#web/features/sessions/components/SessionFacts.tsx'
import { isPrepared } from './preparation-form.ts'
import { briefQuery } from '../records.queries.ts'
import classes from './SessionBriefScreen.module.css'

/** What a coach reads before a session, on one printable page (product §9, "Ficha de la sesión"). */
export function Component() {
  const { sessionId = '' } = useParams()
  const query = useQuery(briefQuery(sessionId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<Skeleton height={520} radius={16} />}>
      {(brief) => <Brief brief={brief} />}
    </QueryView>
  )
}

function Brief({ brief }: { brief: SessionBrief }) {
  const { t } = useTranslation(['records', 'sessions', 'goals'])
  const viewer = useViewer()
  const { session } = brief
  const isGroup = session.type === 'Group'
  const nameOf = (id: string) => {
    const person = session.attendance.find(({ personId }) => personId === id)
    return person && `${person.name} ${person.lastName}`
  }
  return (
    <Page
      title={t('brief.title')}
      subtitle={session.title}
      subtitleIsBack
      template="record"
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('brief.print')}
          </Button>
          <JoinButton session={session} />
        </>
      }
      back={<BackLink to={paths.sessionView({ sessionId: session.id })} label={session.title} />}
    >
      {/* In print the frame with its title is hidden. */}
      <p className={classes.paperTitle} aria-hidden="true">
        {session.title}
      </p>
      <div className={classes.paper}>
        <Columns>
          <Column context>
            <Card>
              <SessionFacts session={session} viewer={viewer} />
            </Card>
          </Column>
          <Column>
            <div className={classes.sheet}>
              <Agenda brief={brief} />
              <Card title={t('brief.preparation')} className={classes.wide}>
                <Preparations brief={brief} />
              </Card>
              <div className={classes.wide}>
                <BriefNotes brief={brief} />
              </div>
              <PinnedNotes of={aboutOf(session)} className={classes.wide} />
              <Card title={t('brief.last')}>
                <BriefLast last={brief.last} timezone={viewer.timezone} {...(isGroup && { nameOf })} />
              </Card>
              <Card title={t('brief.openActions')}>
                <BriefActions actions={brief.openActions} named={isGroup} />
              </Card>
              <BriefMemorandums brief={brief} />
              <Card title={t('goals:brief.title')} className={classes.wide}>
                <BriefGoals goals={brief.goals} />
              </Card>
              <Card title={t('brief.ratings')} className={classes.wide}>
                <BriefRatings ratings={brief.ratings} timezone={viewer.timezone} named={isGroup} />
              </Card>
            </div>
          </Column>
        </Columns>
      </div>
    </Page>
  )
}

/** Whom the coach's notes are about. */
function aboutOf({ type, clientId, groupId }: SessionBrief['session']) {
  return { type, itemId: (type === 'Client' ? clientId : groupId) ?? '' }
}

function Agenda({ brief: { session } }: { brief: SessionBrief }) {
  const { t } = useTranslation('records')
  if (session.agenda.length === 0) return null
  return (
    <Card title={t('brief.agenda')} className={[classes.wide, classes.agenda].join(' ')}>
      <ul>
        {session.agenda.map(({ id, text, done }) => (
          <li key={id} data-done={done || undefined}>
            {text}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Preparations({ brief: { session } }: { brief: SessionBrief }) {
  const { t } = useTranslation('records')
  const written = session.preparations.filter(({ answers }) => isPrepared(answers))
  const name = session.client?.name
  if (written.length === 0) {
    return (
      <p className={classes.none}>{name ? t('brief.notPrepared', { name }) : t('brief.nobodyPrepared')}</p>
    )
  }
  return written.map(({ personId, answers }) => (
    <section key={personId} className={classes.person}>
      {session.type === 'Group' && (
        <h3 className={classes.name}>
          {session.attendance.find((person) => person.personId === personId)?.name}
        </h3>
      )}
      <PreparationAnswersList answers={answers} />
    </section>
  ))
}
