import { Select } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import type { Fields } from '#web/widgets/forms/form-fields.ts'
import { PersonChoice } from '#web/widgets/people/PersonChoice.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { groupsToWriteAboutQuery } from '../memorandums.queries.ts'
import type { AboutKind, MemorandumForm } from './memorandum-form.ts'
import classes from './MemorandumFields.module.css'

type Props = {
  kind: AboutKind
  onKind: (kind: AboutKind) => void
  state: Fields<'clientId' | 'groupId'>['state']
  aboutName: string | undefined
}

/** What a memorandum is about: nothing, one person, one group, or the session that its form was opened from. */
export function AboutFields({ kind, onKind, state, aboutName }: Props) {
  const { t } = useTranslation('memorandums')
  const { coachId } = useViewer()
  const { control } = useFormContext<MemorandumForm>()
  const sessionId = useWatch({ control, name: 'sessionId' })
  const kinds: AboutKind[] = ['nothing', 'client', 'group', ...(sessionId === '' ? [] : ['session' as const])]
  return (
    <div>
      <p className={classes.legend}>{t('form.about')}</p>
      <div className={classes.fields}>
        <Segments
          label={t('form.about')}
          options={kinds.map((each) => ({ value: each, label: t(`about.${each}`) }))}
          value={kind}
          onChange={onKind}
        />
        {kind === 'client' && (
          <Controller
            control={control}
            name="clientId"
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <PersonChoice
                {...{ ref, coachId, value, onChange, onBlur, ...state('clientId') }}
                title={t('form.who')}
                choosing="assignable"
              />
            )}
          />
        )}
        {kind === 'group' && <GroupField state={state} aboutName={aboutName} />}
        {kind === 'session' && <SessionLine sessionId={sessionId} />}
      </div>
    </div>
  )
}

function GroupField({ state, aboutName }: Pick<Props, 'state' | 'aboutName'>) {
  const { t } = useTranslation('memorandums')
  const { coachId } = useViewer()
  const { control } = useFormContext<MemorandumForm>()
  const { data = [] } = useQuery(groupsToWriteAboutQuery(coachId))
  return (
    <Controller
      control={control}
      name="groupId"
      render={({ field: { ref, value, onChange, onBlur } }) => {
        const isListed = value === '' || data.some(({ id }) => id === value)
        // One that is about a group that has ended keeps it.
        const kept = isListed || aboutName === undefined ? [] : [{ value, label: aboutName }]
        return (
          <Select
            ref={ref}
            label={t('form.group')}
            placeholder={t('form.choose')}
            nothingFoundMessage={t('form.noGroups')}
            withAsterisk
            searchable
            data={[...kept, ...data.map(({ id, name }) => ({ value: id as string, label: name }))]}
            value={value === '' ? null : value}
            onChange={(id) => onChange(id ?? '')}
            onBlur={onBlur}
            {...state('groupId')}
          />
        )
      }}
    />
  )
}

function SessionLine({ sessionId }: { sessionId: string }) {
  const { data } = useQuery(sessionQuery(sessionId))
  return (
    <p className={classes.session}>
      <IconCalendarEvent size={18} aria-hidden="true" />
      {data?.title ?? '\u00a0'}
    </p>
  )
}
