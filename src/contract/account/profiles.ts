import { z } from 'zod'
import { ColorScheme, SessionUser } from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { DateOn, UserId, line, paragraph } from '../values.ts'

const entries = (max: number) => z.array(line(1, max)).max(12)

/** A person's description of themselves: `/profile/info` and `/profile/about` (product §18). */
export const Profile = z.object({
  id: UserId,
  name: z.string(),
  lastName: z.string(),
  jobOcuppation: z.string().nullable(),
  birthday: DateOn.nullable(),
  /** Only for clients; null for a coach. */
  aboutMe: z.string().nullable(),
  expectations: z.string().nullable(),
  /** Only for coaches; null or empty for a client. */
  bio: z.string().nullable(),
  specialities: z.array(z.string()),
  spokenLanguages: z.array(z.string()),
  credentials: z.array(z.string()),
  practisingSince: z.int().nullable(),
})
export type Profile = z.infer<typeof Profile>

/** Given fields are changed, the others are kept; null or an empty text clears a value. */
export const ProfileBody = z.strictObject({
  name: line(2, 60).optional(),
  lastName: line(2, 80).optional(),
  jobOcuppation: line(0, 80).nullable().optional(),
  birthday: DateOn.nullable().optional(),
  aboutMe: paragraph(2000).nullable().optional(),
  expectations: paragraph(2000).nullable().optional(),
  bio: paragraph(2000).nullable().optional(),
  specialities: entries(60).optional(),
  spokenLanguages: entries(40).optional(),
  credentials: entries(160).optional(),
  practisingSince: z.int().min(1940).max(2200).nullable().optional(),
  /**
   * The only setting that is also here: the header changes it even if the required settings are not filled in (spec
   * §5).
   */
  colorScheme: ColorScheme.optional(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

const UserIdParams = z.strictObject({ userId: UserId })

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/profile',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'What the signed-in person says of themselves',
  params: UserIdParams,
  response: Profile,
  errors: ['user.not_found'],
})

export const putProfile = endpoint({
  method: 'PUT',
  path: '/v1/user/:userId/profile',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'Changes what is given of it; the fields of the other side of a practice are refused',
  params: UserIdParams,
  body: ProfileBody,
  response: Profile,
  errors: ['user.not_found'],
})

/** The name of the file field in the form of `postPhoto`. */
export const PHOTO_FIELD = 'photo'

export const postPhoto = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/photo',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: "Sets one's own picture, cut to a square; answers the updated session user",
  params: UserIdParams,
  upload: PHOTO_FIELD,
  response: SessionUser,
  errors: ['user.not_found', 'upload.too_large'],
})

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/v1/user/:userId/photo',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: "Takes one's own picture away; answers the updated session user",
  params: UserIdParams,
  response: SessionUser,
  errors: ['user.not_found'],
})
