import './no-eval.ts'
import './random-uuid.ts'
import './ui/theme/kit-first.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { checkExpiry, endExpiredSession, resumeSession } from './api/auth-session.ts'
import { whenUnauthorized } from './api/call.ts'
import { startTexts } from './api/texts/i18n.ts'
import { followLanguage } from './api/texts/language.ts'
import { App } from './app/App.tsx'
import { prepareRouter } from './app/router.tsx'
import { nextTask } from './api/quiet.ts'
import { restoreRoot, useStore } from './store/store.ts'

await restoreRoot()
await startTexts(useStore.getState().translate.language)
followLanguage()
whenUnauthorized(endExpiredSession)
// Before any request uses a sign-in that has expired.
checkExpiry()
resumeSession()
prepareRouter(useStore.getState().session.userType)
await nextTask()
const root = createRoot(document.getElementById('root')!)
// In slices, so that a tap during the first rendering is answered between them.
startTransition(() => root.render(<App />))
