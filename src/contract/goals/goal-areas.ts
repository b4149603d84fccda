/** The areas of life that a goal is offered (product §11); their words are `goals:areas.…`. Any other word does as well. */
export const GOAL_AREAS = [
  'health',
  'work',
  'money',
  'family',
  'partner',
  'friends',
  'growth',
  'leisure',
] as const
