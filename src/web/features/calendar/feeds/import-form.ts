import { z } from 'zod'

/** The address of a calendar kept elsewhere; what it may point at is for the server to say. */
export const ImportForm = z.object({ url: z.string().trim().min(1).max(2000) })
export type ImportForm = z.infer<typeof ImportForm>
