import { type Root, useStore } from '#web/store/store.ts'
import { changeTexts, knownLanguage } from './i18n.ts'
import { logFailure } from '../log.ts'

/**
 * Shows everything in `language` and keeps it as the slice `translate` (spec §3), so that the next start begins
 * with it. This alone is the choice of a visitor; a signed-in person's lies in their account, and `followLanguage`
 * brings it here.
 */
export async function applyLanguage(language: string): Promise<void> {
  await changeTexts(language)
  if (useStore.getState().translate.language !== knownLanguage(language)) {
    useStore.setState({ translate: { language: knownLanguage(language) } })
  }
}

/** From here on the signed-in person's `language` decides, whatever replaced the user: sign-in, settings, live news. */
export function followLanguage(): void {
  const follow = ({ session, translate }: Root) => {
    const language = session.user?.language
    if (language && knownLanguage(language) !== translate.language) {
      applyLanguage(language).catch((failure: unknown) => logFailure('language', failure))
    }
  }
  follow(useStore.getState())
  useStore.subscribe(follow)
}

/** Whether nobody is signed in: only then is the language chosen on the page itself. */
export const useIsVisitor = () => useStore(({ session }) => !session.isLogged)
