import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandSkype,
  IconBrandTeams,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandZoom,
  IconDeviceMobileMessage,
  IconMail,
  IconPhone,
  IconVideo,
} from '@tabler/icons-react'
import type { ContactKind } from '#contract/coaches.ts'

/** The icon beside each way to contact a person, in the order of `ContactKind`. */
export const CONTACT_ICONS: Readonly<Record<ContactKind, typeof IconPhone>> = {
  email: IconMail,
  whatsapp: IconBrandWhatsapp,
  phone: IconPhone,
  meet: IconVideo,
  zoom: IconBrandZoom,
  teams: IconBrandTeams,
  skype: IconBrandSkype,
  facetime: IconDeviceMobileMessage,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  twitter: IconBrandX,
  linkedIn: IconBrandLinkedin,
}
