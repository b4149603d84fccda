import classes from './FormError.module.css'

/** What concerns a form as a whole, and no single field; nothing while there is nothing to say. */
export function FormError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className={classes.error}>
      {text}
    </p>
  )
}
