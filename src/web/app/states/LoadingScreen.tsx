import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import classes from './LoadingScreen.module.css'

/** What is seen before anything else is: the same mark, at the same place, as the splash of index.html. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} aria-busy="true">
      <NorteMark size={56} />
    </div>
  )
}
