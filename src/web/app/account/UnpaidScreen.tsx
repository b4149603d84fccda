import { PasswordCard } from '#web/features/account/components/PasswordCard.tsx'
import { SignInsCard } from '#web/features/account/components/SignInsCard.tsx'
import { GoogleCard } from '#web/features/auth/GoogleCard.tsx'
import { PaymentScreen } from '#web/features/payment/PaymentScreen.tsx'

/** /payment: a coach who has not paid pays, leaves, or looks after the safety of their account (product §1 D6). */
export function UnpaidScreen() {
  return (
    <PaymentScreen
      safety={
        <>
          <PasswordCard />
          <GoogleCard />
          <SignInsCard />
        </>
      }
    />
  )
}
