/** The ways in which a goal ends. */
export type Ending = 'achieved' | 'partial' | 'dropped'

/** What is asked in the place of the goal: progress, new words, or how it ended. */
export type GoalMode = 'checkIn' | 'edit' | Ending
