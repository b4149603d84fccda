import '@mantine/core/styles/Chip.layer.css'
import { Chip, Input } from '@mantine/core'
import { useId } from 'react'
import classes from './ChoiceChips.module.css'

type Common = {
  label: string
  options: readonly { value: string; label: string }[]
  /** The label is rendered as the card's heading instead of a field label. */
  heading?: boolean
}

type Single = { multiple?: false; value: string; onChange: (value: string) => void }
type Multiple = { multiple: true; value: readonly string[]; onChange: (values: string[]) => void }

/** A few choices side by side: single or multiple choice. */
export function ChoiceChips({ label, options, heading = false, ...choice }: Common & (Single | Multiple)) {
  const labelId = useId()
  const chips = (
    <div className={classes.chips}>
      {options.map((option) => (
        // A shared name, so that the arrow keys move between the choices.
        <Chip key={option.value} name={labelId} value={option.value} classNames={{ label: classes.chip }}>
          {option.label}
        </Chip>
      ))}
    </div>
  )
  return (
    <div role={choice.multiple ? 'group' : 'radiogroup'} aria-labelledby={labelId}>
      {heading ? (
        <h2 id={labelId} className={classes.heading}>
          {label}
        </h2>
      ) : (
        <Input.Label component="span" id={labelId}>
          {label}
        </Input.Label>
      )}
      {choice.multiple ? (
        <Chip.Group multiple value={[...choice.value]} onChange={choice.onChange}>
          {chips}
        </Chip.Group>
      ) : (
        <Chip.Group value={choice.value} onChange={(chosen) => choice.onChange(String(chosen))}>
          {chips}
        </Chip.Group>
      )}
    </div>
  )
}
