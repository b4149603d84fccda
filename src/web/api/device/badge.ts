/** Sets the number on the icon of the installed app; 0 takes it away. A browser without one ignores it. */
export async function setBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())
  } catch {
    // Not installed, or refused by the system.
  }
}
