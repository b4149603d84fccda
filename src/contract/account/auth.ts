import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LANGUAGES } from '../languages.ts'
import {
  ClientId,
  Country,
  Email,
  GroupId,
  IsoInstant,
  LinkToken,
  MembershipId,
  Photo,
  TimeZoneId,
  UserId,
  line,
} from '../values.ts'

export const UserType = z.enum(['coach', 'client'])
export type UserType = z.infer<typeof UserType>

export const PaymentStatus = z.enum(['none', 'pending', 'trial', 'active', 'pastDue', 'cancelled', 'exempt'])
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Roles of a coached person (spec §3). */
export const ClientRole = z.enum(['client', 'member', 'collaborator'])
export type ClientRole = z.infer<typeof ClientRole>

/** A new password: 10 to 256 characters of any kind; common ones are refused by the service (product §3). */
export const NewPassword = z.string().min(10, 'password_weak').max(256)

/** A typed password, to be compared with the stored one. */
export const TypedPassword = z.string().min(1).max(256)

/** How long a mailed code is valid (product §3). */
export const CODE_MINUTES = 15

/** A mailed code of six digits (product §3). */
export const DigitCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'code_format')

/** A checkbox that must be ticked (product §3). */
export const Acceptance = z.literal(true, 'acceptance_required')

/** `colorUI`: the id of one of the six accents of spec §3, or null for the default gradient. */
export const ColorUI = z
  .string()
  .regex(/^[0-9A-F]{6}$/)
  .nullable()

/** The colour scheme: the system's, or the person's choice (product §18). */
export const ColorScheme = z.enum(['auto', 'light', 'dark'])
export type ColorScheme = z.infer<typeof ColorScheme>

/** The person's language (product §18). */
export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>

/** The coach as shown in a client's session user (product §21). */
export const CoachCard = z.object({
  id: UserId,
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  timezone: z.string(),
  companyName: z.string().nullable(),
  colorUI: ColorUI,
  companyPhoto: Photo.nullable(),
  /** When their account is deleted, and this space with it; null unless they asked for that. */
  endsAt: IsoInstant.nullable(),
})
export type CoachCard = z.infer<typeof CoachCard>

const contactLink = z.string().nullable()

/** The session user of spec §3. */
export const SessionUser = z.object({
  id: UserId,
  name: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: ClientRole.nullable(),
  jobOcuppation: z.string().nullable(),
  companyName: z.string().nullable(),
  photo: Photo.nullable(),
  language: z.string(),
  colorScheme: ColorScheme,
  country: z.string(),
  city: z.string().nullable(),
  timezone: z.string(),
  facebook: contactLink,
  instagram: contactLink,
  twitter: contactLink,
  linkedIn: contactLink,
  teams: contactLink,
  meet: contactLink,
  zoom: contactLink,
  skype: contactLink,
  whatsapp: contactLink,
  facetime: contactLink,
  phone: contactLink,
  group: z.object({ id: GroupId, name: z.string() }).nullable(),
  colorUI: ColorUI,
  companyPhoto: Photo.nullable(),
  coach: CoachCard.nullable(),
  clientId: ClientId.nullable(),
  /** The ways to sign in to the account (product §3). */
  hasPassword: z.boolean(),
  googleLinked: z.boolean(),
  /** When the account is deleted; null unless the person asked for that. */
  endsAt: IsoInstant.nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** One membership of a person (product §1 D19). */
export const Membership = z.object({
  id: MembershipId,
  userType: UserType,
  coachName: z.string(),
  companyName: z.string().nullable(),
  /** The person's role; null for a coach. */
  role: ClientRole.nullable(),
  current: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

/** Login response of spec §3. */
export const SignedIn = z.object({ token: z.string(), userType: UserType })
export type SignedIn = z.infer<typeof SignedIn>

/**
 * `googleData` of spec §3: only the one-time ticket from the callback. The provider's data about the person stays on
 * the server (product §3).
 */
export const GoogleData = z.strictObject({ ticket: LinkToken })
export type GoogleData = z.infer<typeof GoogleData>

export const RegisterBody = z.strictObject({
  name: line(2, 60),
  lastName: line(2, 80),
  email: Email,
  password: NewPassword,
  country: Country,
  timezone: TimeZoneId,
  city: line(0, 80).optional(),
  jobOcuppation: line(0, 80).optional(),
  acceptTerms: Acceptance,
  acceptPrivacy: Acceptance,
  acceptNews: z.boolean().optional(),
})
export type RegisterBody = z.infer<typeof RegisterBody>

export const register = endpoint({
  method: 'POST',
  path: '/v1/auth/register',
  access: 'public',
  summary: 'Registers a coach, signs them in and mails a verification code',
  body: RegisterBody,
  response: SignedIn,
  status: 201,
  errors: ['auth.email_taken', 'auth.invitation_pending'],
})

export const signIn = endpoint({
  method: 'POST',
  path: '/v1/auth/user',
  access: 'public',
  summary: 'Signs in with e-mail and password',
  body: z.strictObject({ email: Email, password: TypedPassword }),
  response: SignedIn,
  errors: ['auth.bad_credentials', 'auth.too_many_attempts'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/v1/auth/logout',
  access: 'signedIn',
  summary: 'Ends this sign-in; its token answers 401 from then on',
  errors: [],
})

export const Me = z.object({
  id: UserId,
  payment: z.boolean(),
  paymentStatus: PaymentStatus.nullable(),
  userType: UserType,
  user: SessionUser,
  memberships: z.array(Membership),
})
export type Me = z.infer<typeof Me>

export const me = endpoint({
  method: 'GET',
  path: '/v1/auth/me',
  access: 'signedIn',
  summary: 'The signed-in person: id, payment, session user and memberships',
  response: Me,
  errors: [],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/v1/auth/verifyemail',
  access: 'public',
  summary: 'Without a code mails one (always 202); with a code confirms the address (200)',
  body: z.strictObject({ email: Email, code: DigitCode.optional() }),
  response: z.object({ verified: z.boolean() }),
  errors: ['auth.code_invalid'],
})
