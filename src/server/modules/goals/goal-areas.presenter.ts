import { GOAL_AREAS } from '#contract/goals/goal-areas.ts'
import { LANGUAGES } from '#contract/languages.ts'
import type { Texts } from '../../platform/texts.ts'

/** The area as the reader's language says it: an offered one is stored as the word that its writer chose. */
export function areaIn(texts: Texts, language: string, area: string | null): string | null {
  const wordIn = (of: string, each: string) => texts.text(of, `goals:areas.${each}`)
  const offered =
    area !== null && GOAL_AREAS.find((each) => LANGUAGES.some((of) => wordIn(of, each) === area))
  return offered ? wordIn(language, offered) : area
}
