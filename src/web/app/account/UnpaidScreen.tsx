import { ExportCard } from '#web/features/account/components/ExportCard.tsx'
import { DeletionCard } from '#web/features/account/deletion/DeletionCard.tsx'
import { PasswordCard } from '#web/features/account/components/PasswordCard.tsx'
import { SignInsCard } from '#web/features/account/components/SignInsCard.tsx'
import { GoogleCard } from '#web/features/auth/GoogleCard.tsx'
import { PaymentView } from '#web/features/payment/PaymentView.tsx'

/** /payment: a coach who has not paid pays, leaves, or looks after the safety of their account (product §1 D6). */
export function Component() {
  return (
    <PaymentView
      takeAlong={<ExportCard />}
      safety={
        <>
          <PasswordCard />
          <GoogleCard />
          <SignInsCard />
          <DeletionCard />
        </>
      }
    />
  )
}
