// The parts of ahead.ts, as one file of the build.
export { CommandPalette } from '#web/app/palette/CommandPalette.tsx'
export { MessageList } from '#web/app/menus/MessageList.tsx'
export { ZoneHint } from '#web/app/zone/ZoneHint.tsx'
export { NotificationList } from '#web/features/notifications/components/NotificationList.tsx'
export { SideDrawer } from '#web/ui/layout/SideDrawer.tsx'
export { LogoutDialog } from '#web/widgets/sign-in/LogoutDialog.tsx'
export { MailsWaitBanner } from './MailsWaitBanner.tsx'
