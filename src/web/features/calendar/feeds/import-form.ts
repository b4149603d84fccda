import { z } from 'zod'

/** The address of a calendar to import; the server decides which addresses are allowed. */
export const ImportForm = z.object({ url: z.string().trim().min(1).max(2000) })
export type ImportForm = z.infer<typeof ImportForm>
