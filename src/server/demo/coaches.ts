import type { ContactKind } from '#contract/coaches.ts'
import { verifyEmail } from '#server/modules/auth/emails/email-codes.service.ts'
import { register } from '#server/modules/coaches/registration.service.ts'
import { putCalendar } from '../modules/calendars/calendars.service.ts'
import { putCoach } from '../modules/coaches/coaches.service.ts'
import { startCheckout } from '../modules/payments/payments.service.ts'
import { settleSandboxCheckout } from '../modules/payments/sandbox.service.ts'
import { type DemoPerson, ORIGIN, coachActor, introduce, keepSignIn, newPerson } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import type { DemoCoach, World } from './world.ts'

/** The contacts she shows to her clients. */
const SHOWN: readonly ContactKind[] = ['email', 'whatsapp', 'linkedIn']

/** The coach of the demo practice: confirmed address, paid for a year, custom hours. */
export function tellCoach(stage: Stage, schedule: Schedule, world: World): DemoPerson {
  const { deps } = stage
  const person = newPerson(world.coach.email)
  stage.on(schedule.instant(world.coach.registered), async () => {
    await registerCoach(stage, person, world.coach)
    const actor = await coachActor(deps, person)
    const { checkoutId } = await startCheckout(deps, actor, { planId: 'yearly', method: 'card' })
    await settleSandboxCheckout(deps, checkoutId, 'success')
    await putCalendar(deps, await coachActor(deps, person), world.calendar)
    if (world.coach.about) await introduce(deps, person, world.coach.about)
    await putCoach(deps, await coachActor(deps, person), { shownContacts: SHOWN })
  })
  return person
}

/** A coach who registered and has not paid: everything but the payment is closed to them. */
export function tellUnpaidCoach(stage: Stage, schedule: Schedule, world: World): DemoPerson {
  const person = newPerson(world.unpaidCoach.email)
  stage.on(schedule.instant(world.unpaidCoach.registered), () =>
    registerCoach(stage, person, world.unpaidCoach),
  )
  return person
}

async function registerCoach(stage: Stage, person: DemoPerson, coach: DemoCoach): Promise<void> {
  const { deps } = stage
  const { registered: _, about: __, ...account } = coach
  const signedIn = await register(
    deps,
    { ...account, password: person.password, acceptTerms: true, acceptPrivacy: true },
    ORIGIN,
  )
  await keepSignIn(deps, person, signedIn)
  await stage.settle()
  await verifyEmail(deps, { email: person.email, code: mailedCode(stage, person.email) }, ORIGIN)
}

function mailedCode(stage: Stage, email: string): string {
  const code = /\b\d{6}\b/.exec(stage.mailed(email).text)?.[0]
  if (!code) throw new Error(`No code was mailed to ${email}`)
  return code
}
