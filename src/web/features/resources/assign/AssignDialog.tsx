import '#web/ui/theme/kit-pills.ts'
import { Button, MultiSelect, Select, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { dateOf } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { comingQuery, groupsQuery, peopleQuery, useAssign } from '../resources.queries.ts'
import classes from './AssignDialog.module.css'

type Props = { resource: ResourceDetail; onClose: () => void }
type Choice = { value: string; label: string }

const SEARCH_PAUSE_MS = 250

/** Gives a resource to people, groups or whom a coming session is with, with a message and a date (product §14). */
export default function AssignDialog({ resource: { id, title }, onClose }: Props) {
  const { t } = useTranslation(['resources', 'common'])
  const { coachId, timezone } = useViewer()
  const assign = useAssign()
  const send = useSend(assign)
  const [people, setPeople] = useState<string[]>([])
  const [groups, setGroups] = useState<string[]>([])
  const [sessionId, setSessionId] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [dueOn, setDueOn] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const { data: known } = useQuery(groupsQuery(coachId))
  const offered = (known?.data ?? []).filter(({ status }) => status !== 'finished' && status !== 'archived')
  const count = people.length + groups.length + (sessionId === null ? 0 : 1)
  const submit = () => {
    if (count === 0) return setProblem(t('assign.nobody'))
    const body = {
      clientIds: people,
      groupIds: groups,
      message,
      ...(sessionId !== null && { sessionId }),
      ...(dueOn !== null && { dueOn }),
    }
    return send(
      { resourceId: id, ...body },
      {
        onSuccess: () => setAlert(t('assign.done', { title, count }), 'success'),
        onSuccessHere: onClose,
        onErrorHere: (failure) => showFailure(failure, { dialog: setProblem }),
      },
    )
  }
  return (
    <FormDialog title={t('assign.title')} isSending={assign.isPending} onClose={onClose}>
      <p className={classes.resource}>{title}</p>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={classes.hint}>{t('assign.hint')}</p>
        <People value={people} onChange={setPeople} />
        {offered.length > 0 && (
          <MultiSelect
            label={t('assign.groups')}
            placeholder={groups.length === 0 ? t('assign.chooseGroups') : undefined}
            data={offered.map((group): Choice => ({ value: group.id, label: group.name }))}
            value={groups}
            onChange={setGroups}
            searchable
            nothingFoundMessage={t('assign.none')}
          />
        )}
        <Session value={sessionId} onChange={setSessionId} />
        <Textarea
          label={t('assign.message')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1_000}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <DateField
          label={t('assign.dueOn')}
          placeholder={t('assign.noDate')}
          minDate={dateOf(useNow(), timezone)}
          clearable
          value={dueOn}
          onChange={setDueOn}
        />
        <FormError text={problem} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <LoadingButton type="submit" loading={assign.isPending} loadingLabel={t('common:loading')}>
            {t('assign.submit')}
          </LoadingButton>
        </div>
      </form>
    </FormDialog>
  )
}

/** One of the next sessions: whom it is with gets the resource, and finds it there. */
function Session({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useTranslation('resources')
  const { coachId, timezone } = useViewer()
  const { data } = useQuery(comingQuery(coachId))
  if (!data || data.data.length === 0) return null
  const choices = data.data.map(({ id, client, group, title, startsAt, endsAt }): Choice => {
    const who = group?.name ?? (client ? `${client.name} ${client.lastName}` : title)
    const when = formatDayAndTimes(fromIso(startsAt), fromIso(endsAt), timezone, currentLanguage())
    return { value: id, label: `${who} · ${when}` }
  })
  return (
    <Select
      label={t('assign.session')}
      placeholder={t('assign.noSession')}
      data={choices}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('assign.clearSession') }}
      nothingFoundMessage={t('assign.none')}
    />
  )
}

/** People by name; those already chosen stay in sight while others are searched for. */
function People({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation('resources')
  const { coachId } = useViewer()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_PAUSE_MS)
  const { data } = useQuery(peopleQuery(coachId, search))
  const [chosen, setChosen] = useState<Choice[]>([])
  const found = (data?.data ?? []).map((client): Choice => ({ value: client.id, label: client.fullName }))
  const choices = [...new Map([...chosen, ...found].map((choice) => [choice.value, choice])).values()]
  return (
    <MultiSelect
      label={t('assign.people')}
      placeholder={value.length === 0 ? t('assign.choosePeople') : undefined}
      data={choices}
      value={value}
      onChange={(ids) => {
        setChosen(choices.filter((choice) => ids.includes(choice.value)))
        onChange(ids)
        setTyped('')
      }}
      searchable
      // The server has filtered.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('assign.none')}
      // It has the focus from the start, and its list would lie over the other fields.
      openOnFocus={false}
      data-autofocus
    />
  )
}
