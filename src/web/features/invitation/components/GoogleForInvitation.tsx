import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { useLeaving } from '#web/ui/use-leaving.ts'
import { GoogleButton } from '#web/widgets/sign-in/GoogleButton.tsx'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'
import { followRefusal } from '../answer.ts'

type Props = { clientId: string; token: string; above?: boolean }

/** Goes to Google with the invitation's token; Google returns to the invitation (product §4). */
export function GoogleForInvitation({ clientId, token, above }: Props) {
  const [leaving, setLeaving] = useLeaving()
  const leave = async () => {
    setLeaving(true)
    rememberGoogle({})
    try {
      const { url } = await call('POST /v1/invitation/:clientId/google', {
        params: { clientId },
        body: { token },
      })
      location.assign(url)
    } catch (failure) {
      setLeaving(false)
      showFailure(failure, { dialog: (text) => rememberGoogle({ failure: text }) })
      followRefusal(failure)
    }
  }
  return <GoogleButton above={above} loading={leaving} onClick={() => void leave()} />
}
