import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { failureText } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { useSessionUser } from '#web/store/store.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { seatsLeft } from '../seats.ts'
import classes from './AddMembersDialog.module.css'
import type { Candidate } from './candidates.ts'
import { ChooseClients } from './ChooseClients.tsx'
import { MOST_PEOPLE } from './members-form.ts'
import { type PastedPerson, readPeople } from './pasted-people.ts'
import { useAdding } from './use-adding.ts'

/** Room for the longest list that one request accepts. */
const LONGEST_PASTE = 40_000

type Props = {
  group: GroupDetail
  chosen: ReadonlyMap<string, Candidate>
  onToggle: (client: Candidate) => void
  /** Names and addresses of new people, as they were typed or pasted. */
  text: string
  onText: (text: string) => void
  onReview: (people: PastedPerson[]) => void
  onDone: () => void
}

/** Ticks clients and takes a line about new people, who are reviewed before they are invited. */
export function AddPeople({ group, chosen, onToggle, text, onText, onReview, onDone }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { emailVerified } = useSessionUser()
  const { add, isAdding } = useAdding(group)
  const [problem, setProblem] = useState<string>()
  const [pasteProblem, setPasteProblem] = useState<string>()
  const hasText = text.trim() !== ''
  const count = chosen.size
  const over = count - seatsLeft(group)

  const review = () => {
    const people = readPeople(text)
    if (people.length === 0) return setPasteProblem(t('adding.nobodyFound'))
    if (people.length > MOST_PEOPLE) return setPasteProblem(t('adding.tooMany', { count: MOST_PEOPLE }))
    onReview(people)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasText) return review()
    if (count === 0) return
    setProblem(undefined)
    void add([...chosen.keys()], []).then(onDone, (failure: unknown) =>
      setProblem(refusalText(failure, [...chosen.values()])),
    )
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <ChooseClients group={group} chosen={chosen} hasRoom={over < 0} onToggle={onToggle} />
      <Textarea
        label={t('adding.paste')}
        description={t(emailVerified ? 'adding.pasteHint' : 'adding.unverified')}
        placeholder={t('adding.pasteExample')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LONGEST_PASTE}
        disabled={!emailVerified}
        value={text}
        onChange={({ currentTarget }) => {
          setPasteProblem(undefined)
          onText(currentTarget.value)
        }}
        error={pasteProblem}
      />
      {over > 0 && (
        <p className={classes.warning} role="alert">
          {t('adding.overSeats', { count: over })}
        </p>
      )}
      <FormError text={problem} />
      <div className={classes.buttons}>
        {hasText ? (
          <Button type="submit">{t('adding.review')}</Button>
        ) : (
          <LoadingButton
            type="submit"
            disabled={count === 0 || over > 0}
            loading={isAdding}
            loadingLabel={t('common:loading')}
          >
            {count === 0 ? t('adding.submitClient') : t('adding.submitClients', { count })}
          </LoadingButton>
        )}
      </div>
    </form>
  )
}

/** The refusal, with the names of those it is about. */
function refusalText(failure: unknown, chosen: readonly Candidate[]): string {
  const fields = failure instanceof ApiFailure ? Object.entries(failure.fields ?? {}) : []
  const about = fields.flatMap(([field, text]) => {
    const [, place] = /^clientIds\.(\d+)$/.exec(field) ?? []
    const name = place === undefined ? undefined : chosen[Number(place)]?.fullName
    return name === undefined ? [] : [`${name}: ${text}`]
  })
  return about.length > 0 ? about.join(' ') : failureText(failure)
}
