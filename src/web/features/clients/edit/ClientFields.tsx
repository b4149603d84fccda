import '#web/ui/theme/kit-pills.ts'
import { NativeSelect, TagsInput, TextInput, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Control, Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_TAGS } from '#contract/clients.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { ResidenceFields } from '#web/widgets/forms/ResidenceFields.tsx'
import type { useFields } from '#web/widgets/forms/form-fields.ts'
import type { ClientForm } from './client-form.ts'
import classes from './ClientFields.module.css'

type Fields = ReturnType<typeof useFields<ClientForm>>

type Props = {
  form: Pick<UseFormReturn<ClientForm>, 'watch' | 'setValue'> & {
    control: Control<ClientForm, unknown, object>
  }
  fields: Fields
  photo: ReactNode
  /** Only the client may change e-mail and zone once they have accepted (product §4). */
  owner?: string | undefined
}

/** Everything a coach may edit of a client, by subject (product §6). */
export function ClientFields({ form, fields, photo, owner }: Props) {
  const { t } = useTranslation('clients')
  const { field } = fields
  return (
    <div className={classes.cards}>
      <Card title={t('groups.who')}>
        <div className={classes.grid}>
          <TextInput label={t('name')} withAsterisk autoComplete="off" {...field('name')} />
          <TextInput label={t('lastName')} withAsterisk autoComplete="off" {...field('lastName')} />
          <TextInput label={t('jobOcuppation')} autoComplete="off" {...field('jobOcuppation')} />
          <TextInput label={t('companyName')} autoComplete="off" {...field('companyName')} />
          <RoleField form={form} fields={fields} />
        </div>
        <div className={classes.photo}>{photo}</div>
      </Card>
      <ContactFields form={form} fields={fields} owner={owner} />
      <Card title={t('groups.process')}>
        <div className={classes.grid}>
          <StartDate form={form} fields={fields} />
          <Textarea
            className={classes.wide}
            label={t('objective')}
            description={t('objectiveHint')}
            autosize
            minRows={3}
            maxRows={10}
            {...field('objective')}
          />
        </div>
      </Card>
      <Card title={t('groups.yours')}>
        <p className={classes.hint}>
          <IconLock size={16} aria-hidden="true" />
          {t('groups.yoursHint')}
        </p>
        <div className={classes.grid}>
          <Tags form={form} fields={fields} />
          <TextInput
            className={classes.wide}
            label={t('source')}
            placeholder={t('sourceExample')}
            autoComplete="off"
            {...field('source')}
          />
          <Textarea
            className={classes.wide}
            label={t('emergencyContact')}
            placeholder={t('emergencyContactExample')}
            autosize
            minRows={2}
            maxRows={6}
            {...field('emergencyContact')}
          />
        </div>
      </Card>
    </div>
  )
}

type PartProps = Pick<Props, 'form' | 'fields' | 'owner'>

function ContactFields({ form, fields, owner }: PartProps) {
  const { t } = useTranslation(['clients', 'common'])
  const { field } = fields
  const theirs = owner === undefined ? undefined : t('ownedByPerson', { name: owner })
  return (
    <Card title={t('groups.contact')}>
      <div className={classes.grid}>
        <TextInput
          type="email"
          className={classes.wide}
          label={t('email')}
          description={theirs ?? t('emailHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk={owner === undefined}
          readOnly={owner !== undefined}
          classNames={{ input: classes.email }}
          autoComplete="off"
          {...field('email')}
        />
        <TextInput label={t('whatsapp')} type="tel" autoComplete="off" {...field('whatsapp')} />
        <TextInput label={t('phone')} type="tel" autoComplete="off" {...field('phone')} />
        <ResidenceFields form={form} fields={fields} optionalCountry lockedZone={theirs}>
          <TextInput label={t('common:residence.city')} autoComplete="off" {...field('city')} />
        </ResidenceFields>
      </div>
    </Card>
  )
}

/** A client, or one whose company pays; a group member's kind cannot be changed. */
function RoleField({ form, fields }: PartProps) {
  const { t } = useTranslation('clients')
  if (form.watch('role') === 'member') return null
  return (
    <NativeSelect
      label={t('role')}
      description={t('roleHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...fields.field('role')}
    >
      {(['client', 'collaborator'] as const).map((role) => (
        <option key={role} value={role}>
          {t(`roles.${role}`)}
        </option>
      ))}
    </NativeSelect>
  )
}

function StartDate({ form, fields }: PartProps) {
  const { t } = useTranslation('clients')
  return (
    <Controller
      control={form.control}
      name="startDate"
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <DateField
          ref={ref}
          label={t('startDate')}
          placeholder={t('pickDate')}
          clearable
          value={value === '' ? null : value}
          onChange={(date) => onChange(date ?? '')}
          onBlur={onBlur}
          {...fields.state('startDate')}
        />
      )}
    />
  )
}

function Tags({ form, fields }: PartProps) {
  const { t } = useTranslation('clients')
  return (
    <Controller
      control={form.control}
      name="tags"
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <TagsInput
          ref={ref}
          className={classes.wide}
          label={t('tags')}
          description={t('tagsHint', { count: MAX_TAGS })}
          placeholder={value.length === 0 ? t('tagsExample') : undefined}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          maxTags={MAX_TAGS}
          maxLength={40}
          {...fields.state('tags')}
        />
      )}
    />
  )
}
