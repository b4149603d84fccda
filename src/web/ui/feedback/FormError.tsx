import classes from './FormError.module.css'

/** An error of the form as a whole, not of a single field; renders nothing without one. */
export function FormError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className={classes.error}>
      {text}
    </p>
  )
}
