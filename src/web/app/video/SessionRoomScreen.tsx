import { Suspense, useEffect } from 'react'
import { NewActionDialog, NewGoalDialog, NewGroupActionDialog } from '#web/app/shell/new-dialogs.ts'
import { useRoomUnread } from '#web/features/messages/list/use-room-unread.ts'
import { RoomView } from '#web/features/video/RoomView.tsx'
import { type DrawerParts, DrawerPartsContext } from '#web/features/video/drawer/parts.ts'
import { endAction, useNewAction } from '#web/store/new-action.ts'
import { endGoal, useNewGoal } from '#web/store/new-goal.ts'
import { lazyCard, withTexts } from '#web/widgets/lazy-part.tsx'

// Behind the drawer: their code comes when their tab is opened.
const PARTS: DrawerParts = {
  Agenda: lazyCard(async () => ({
    default: (await withTexts(['moves', 'resources'], import('./parts/RoomAgenda.tsx'))).RoomAgenda,
  })),
  Notes: lazyCard(async () => ({
    default: (
      await withTexts(['notes', 'editor', 'validation'], import('#web/features/notes/call/SessionNotes.tsx'))
    ).SessionNotes,
  })),
  NotesForMe: lazyCard(async () => ({
    default: (await withTexts(['notes'], import('#web/features/notes/call/NotesForMe.tsx'))).NotesForMe,
  })),
  OwnActions: lazyCard(async () => ({
    default: (await withTexts(['actions', 'validation'], import('./parts/RoomActions.tsx'))).RoomActions,
  })),
  Resource: lazyCard(async () => ({
    default: (await withTexts(['resources'], import('#web/features/resources/view/ResourceInCall.tsx')))
      .ResourceInCall,
  })),
  Chat: lazyCard(async () => ({
    default: (await withTexts(['messages'], import('#web/features/messages/CallChat.tsx'))).CallChat,
  })),
  useUnread: useRoomUnread,
}

/** The room of a session, and what its people work with beside the call. */
export function Component() {
  return (
    <DrawerPartsContext value={PARTS}>
      <RoomView />
      <Begun />
    </DrawerPartsContext>
  )
}

/** The dialogs that the drawer begins. */
function Begun() {
  const beginsAction = useNewAction(({ opened }) => opened)
  const actionOfGroup = useNewAction(({ groupId }) => groupId)
  const beginsGoal = useNewGoal(({ opened }) => opened)
  useEffect(
    () => () => {
      endAction()
      endGoal()
    },
    [],
  )
  return (
    <Suspense>
      {beginsGoal && <NewGoalDialog onClose={endGoal} />}
      {actionOfGroup !== null && <NewGroupActionDialog groupId={actionOfGroup} onClose={endAction} />}
      {beginsAction && actionOfGroup === null && <NewActionDialog onClose={endAction} />}
    </Suspense>
  )
}
