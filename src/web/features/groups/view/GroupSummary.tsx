import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupDetail } from '#contract/groups.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { FoldedText } from '#web/ui/layout/FoldedText.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { capitalized } from '#web/widgets/capitalized.ts'
import { comingMoment } from '#time/relative.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { actionsDone } from './actions-done.ts'
import { AttendanceStrip } from './AttendanceStrip.tsx'
import classes from './GroupSummary.module.css'
import { percentText } from '#web/widgets/numbers.ts'

type Props = {
  group: GroupDetail
  timezone: string
  /** The coach's own, from another feature. */
  memorandums: ReactNode
}

/** The summary of a group: purpose, attendance, next session, channel and members (product §7). */
export function GroupSummary({ group, timezone, memorandums }: Props) {
  const { t } = useTranslation(['groups', 'sessions'])
  const { objective, description, modality, channel, nextSessionAt } = group
  const reader = { timezone, language: currentLanguage(), now: useNow() }
  return (
    <Columns>
      <Column>
        <Card title={t('summary.about')}>
          {objective === null && description === null ? (
            <p className={classes.none}>{t('summary.noWords')}</p>
          ) : (
            <dl className={classes.facts}>
              <Words label={t('summary.objective')} text={objective} />
              <Words label={t('summary.description')} text={description} />
            </dl>
          )}
        </Card>
        {group.attendance && <AttendanceStrip sessions={group.attendance} timezone={timezone} />}
      </Column>
      <Column sticky>
        <Card title={t('summary.facts')}>
          <dl className={classes.facts}>
            <Fact label={t('summary.nextSession')}>
              {nextSessionAt === null
                ? t('summary.noSession')
                : capitalized(comingMoment(nextSessionAt, reader, 'long'))}
            </Fact>
            <Fact label={t('summary.actions')}>{actionsText(t, group)}</Fact>
            {modality !== null && <Fact label={t('summary.modality')}>{t(`modalities.${modality}`)}</Fact>}
            {channel !== null && (
              <Fact label={t('summary.channel')}>{t(`sessions:channels.${channel}`)}</Fact>
            )}
          </dl>
        </Card>
        {memorandums}
        <People group={group} />
      </Column>
    </Columns>
  )
}

/** The share of the members' actions that is done, in words (product §7). */
function actionsText(t: TFunction<'groups'>, { people = [] }: GroupDetail): string {
  const { done, all } = actionsDone(people)
  return all === 0
    ? t('summary.noActions')
    : t('summary.actionsDone', { done, all, percent: percentText((100 * done) / all) })
}

function People({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('groups')
  const present = (group.people ?? []).filter(({ status }) => status === 'active')
  return (
    <Card
      title={t('summary.people')}
      aside={
        <Anchor
          component={Link}
          to={paths.groupView({ groupId: group.id, tab: 'members' })}
          className="lone-link"
          size="sm"
        >
          {t('summary.seeMembers')}
        </Anchor>
      }
    >
      {present.length === 0 ? (
        <p className={classes.none}>{t('summary.nobody')}</p>
      ) : (
        <ul className={classes.people}>
          {present.map(({ id, name, fullName, photo }) => (
            <li key={id} className={classes.person}>
              <PersonAvatar name={fullName} src={photo?.fileURL} size={28} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Words({ label, text }: { label: string; text: string | null }) {
  const { t } = useTranslation('groups')
  if (text === null) return null
  return (
    <Fact label={label}>
      <FoldedText text={text} moreLabel={t('summary.more')} lessLabel={t('summary.less')} />
    </Fact>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
