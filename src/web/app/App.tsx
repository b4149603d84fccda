import { MantineProvider } from '@mantine/core'
import { Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterProvider } from 'react-router'
import type { UserType } from '#contract/account/auth.ts'
import { followOtherTab } from '#web/api/auth-session.ts'
import { accentOf } from '#contract/account/accents.ts'
import { applyAccent } from '#web/ui/accents.ts'
import { LoadingLabelContext } from '#web/ui/feedback/LoadingButton.tsx'
import { theme, variables } from '#web/ui/theme/theme.ts'
import { onSessionChangedElsewhere } from '#web/storage.ts'
import { styleNonce } from '#web/style-nonce.ts'
import { NotFoundSlot } from '#web/widgets/page/NotFound.tsx'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'
import { SchemeFollower } from './SchemeFollower.tsx'
import { colorSchemeManager } from './color-scheme.ts'
import { buildRouter } from './router.tsx'
import { LoadingScreen } from './states/LoadingScreen.tsx'
import { NotFoundScreen } from './states/NotFoundScreen.tsx'
import { useSpace, useStore, useUserType } from '#web/store/store.ts'
import { Toast } from './states/Toast.tsx'

/** The root: theme, the routes of the current visitor, and the toast. */
export function App() {
  const userType = useUserType()
  const space = useSpace()
  useEffect(() => onSessionChangedElsewhere(followOtherTab), [])
  useAccent()
  useWayIn()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <SchemeFollower />
      <NotFoundSlot value={<NotFoundScreen />}>
        <Suspense fallback={<LoadingScreen />}>
          {/* Remounts everything when the space changes, so that nothing of one space stays on screen in the next. */}
          <Screens key={space} userType={userType} />
        </Suspense>
      </NotFoundSlot>
      <Toast />
    </MantineProvider>
  )
}

/** One path can be two screens by user type, so each type has a separate table (product §1, spec §6). */
function Screens({ userType }: { userType: UserType | null }) {
  const router = useMemo(() => buildRouter(userType), [userType])
  useEffect(() => () => router.dispose(), [router])
  const { t } = useTranslation()
  return (
    <LoadingLabelContext value={t('loading')}>
      <RouterProvider router={router} />
    </LoadingLabelContext>
  )
}

/**
 * The result of the Google sign-in is only for signing in: a signed-in person leaves none of it to the next visitor.
 */
function useWayIn(): void {
  const isLogged = useStore(({ session }) => session.isLogged)
  useEffect(() => {
    if (isLogged) rememberGoogle({})
  }, [isLogged])
}

/** The colour a person or their coach chose (spec §1). */
function useAccent(): void {
  const colorUI = useStore(({ session }) => session.user?.colorUI ?? session.user?.coach?.colorUI)
  useLayoutEffect(() => applyAccent(document.documentElement, accentOf(colorUI)), [colorUI])
}
