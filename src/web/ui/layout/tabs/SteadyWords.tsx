import classes from './SteadyWords.module.css'

/** Words that become heavier, as those of an open tab, without becoming wider: their neighbours stay where they are. */
export function SteadyWords({ text }: { text: string }) {
  return (
    <span className={classes.words} data-text={text}>
      {text}
    </span>
  )
}
