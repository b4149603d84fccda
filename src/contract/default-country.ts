/** The country that forms show before a person chooses another one (spec §9). */
export const DEFAULT_COUNTRY = 'Mexico'
