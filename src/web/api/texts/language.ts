import { type Root, useStore } from '#web/store/store.ts'
import { changeTexts, knownLanguage } from './i18n.ts'
import { logFailure } from '../log.ts'

/**
 * Shows everything in `language` and stores it as the slice `translate` (spec §3), so that the next start uses it. For
 * a visitor this is the only place it is stored; a signed-in person's language is in their account, and
 * `followLanguage` applies it here.
 */
export async function applyLanguage(language: string): Promise<void> {
  await changeTexts(language)
  if (useStore.getState().translate.language !== knownLanguage(language)) {
    useStore.setState({ translate: { language: knownLanguage(language) } })
  }
}

/** From here on the signed-in person's `language` wins, however the user was replaced: sign-in, settings, live news. */
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

/** Whether the visitor is signed out: only then is the language chosen on the page. */
export const useIsVisitor = () => useStore(({ session }) => !session.isLogged)
