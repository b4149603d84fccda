/** A long number in groups of four, as people read it out. */
export const inFours = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
