import { Button, Input, NumberInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDuration } from './hours-form.ts'
import classes from './Rules.module.css'

/** Adds a duration that is not among the choices, such as 55 minutes. */
export function OtherDuration({ onAdd }: { onAdd: (minutes: number) => void }) {
  const { t } = useTranslation('calendar')
  const [typed, setTyped] = useState<string | number>('')
  const [refused, setRefused] = useState(false)
  const add = () => {
    const minutes = Number(typed)
    setRefused(!isDuration(minutes))
    if (!isDuration(minutes)) return
    onAdd(minutes)
    setTyped('')
  }
  return (
    <>
      <div className={classes.other}>
        <NumberInput
          label={t('settings.otherDuration')}
          placeholder={t('settings.otherPlaceholder')}
          step={5}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setRefused(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          error={refused}
        />
        <Button
          variant="light"
          disabled={typed === ''}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={add}
        >
          {t('settings.addDuration')}
        </Button>
      </div>
      {refused && (
        <Input.Error mt={6} role="alert">
          {t('settings.otherRefused')}
        </Input.Error>
      )}
    </>
  )
}
