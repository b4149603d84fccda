/** What drops from the header, in pixels (spec §9). */
export const POPOVER = { width: 270, height: 300 } as const
