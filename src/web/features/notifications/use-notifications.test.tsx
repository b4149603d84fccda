import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NotificationDto } from '#contract/notifications.ts'
import { useAlertAction } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { showHook } from '#test/support/web/show.tsx'
import { useNotificationActions } from './use-notifications.ts'

test('an undo that fails after the screen was left is shown', async () => {
  signInCoach()
  answerCalls({ 'DELETE /v1/notification/:notificationId': { body: {} } })
  const { result, unmount } = showHook(useNotificationActions, 'user-1')
  act(() => result.current.remove({ id: 'notification-1' } as NotificationDto))
  await waitFor(() => expect(useAlertAction.getState().action).not.toBeNull())
  unmount()
  answerCalls({
    'POST /v1/notification/:notificationId/restore': refusal('server.unavailable', 503),
  })
  act(() => useAlertAction.getState().action!.run())
  await waitFor(() => expect(useStore.getState().alert.type).toBe('error'))
})
