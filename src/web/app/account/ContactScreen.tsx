import { EmailChange } from '#web/features/account/components/EmailChange.tsx'
import { ContactView } from '#web/features/profile/ContactView.tsx'

/** How a person is reached, and how their e-mail becomes another one (product §18). */
export const Component = () => <ContactView email={<EmailChange />} />
