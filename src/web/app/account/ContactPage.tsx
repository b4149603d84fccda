import { EmailChange } from '#web/features/account/components/EmailChange.tsx'
import { ContactScreen } from '#web/features/profile/ContactScreen.tsx'

/** How a person is reached, and how their e-mail becomes another one (product §18). */
export const ContactPage = () => <ContactScreen email={<EmailChange />} />
