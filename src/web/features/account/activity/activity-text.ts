import {
  IconAt,
  IconBrandGoogle,
  IconCreditCard,
  IconDevices,
  IconDoorExit,
  IconEye,
  IconFileDownload,
  IconFileImport,
  IconFileZip,
  IconHeartHandshake,
  IconHistory,
  IconKey,
  IconLogin2,
  IconMail,
  IconShieldX,
  IconSwitchHorizontal,
  IconTrash,
  IconUserCog,
  type Icon,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ActivityDto, ActivityKind } from '#contract/account/activity.ts'

type T = TFunction<readonly ['activity', 'payment']>

type Look = {
  icon: Icon
  /** What happened, in the words of the person whom it concerns. */
  text: (t: T, entry: ActivityDto) => string
  /** Something that was tried and did not work. */
  failed?: true
}

/** How each kind of entry looks; a new one without a look does not compile. */
const LOOKS: Record<ActivityKind, Look> = {
  'log.began': { icon: IconHistory, text: (t) => t('kinds.logBegan') },
  'sign_in.opened': { icon: IconLogin2, text: signedInText },
  'sign_in.switched': { icon: IconSwitchHorizontal, text: (t) => t('kinds.switched') },
  'sign_in.failed': { icon: IconShieldX, text: (t) => t('kinds.signInFailed'), failed: true },
  'sign_in.ended': { icon: IconDoorExit, text: (t) => t('kinds.signedOut') },
  'sign_ins.ended': {
    icon: IconDevices,
    text: (t, { ended }) => t('kinds.signInsEnded', { count: ended ?? 1 }),
  },
  'password.changed': { icon: IconKey, text: (t) => t('kinds.passwordChanged') },
  'password.wrong': { icon: IconShieldX, text: (t) => t('kinds.passwordWrong'), failed: true },
  'password.recovered': { icon: IconKey, text: (t) => t('kinds.passwordRecovered') },
  'recovery.asked': { icon: IconMail, text: (t) => t('kinds.recoveryAsked') },
  'email.change_asked': {
    icon: IconAt,
    text: (t, { email }) => (email === null ? t('kinds.emailAsked') : t('kinds.emailAskedTo', { email })),
  },
  'email.changed': {
    icon: IconAt,
    text: (t, { email }) => (email === null ? t('kinds.emailChanged') : t('kinds.emailChangedTo', { email })),
  },
  'google.linked': {
    icon: IconBrandGoogle,
    text: (t, { email }) => (email === null ? t('kinds.googleLinked') : t('kinds.googleLinkedAs', { email })),
  },
  'google.unlinked': { icon: IconBrandGoogle, text: (t) => t('kinds.googleUnlinked') },
  'payment.changed': {
    icon: IconCreditCard,
    text: (t, { cause }) =>
      cause === null
        ? t('kinds.payment')
        : t('kinds.paymentBy', { cause: t(`payment:ledger.causes.${cause}`) }),
  },
  'clients.exported': { icon: IconFileDownload, text: (t) => t('kinds.clientsExported') },
  'data.export_asked': { icon: IconFileZip, text: (t) => t('kinds.dataExportAsked') },
  'data.imported': { icon: IconFileImport, text: (t) => t('kinds.dataImported') },
  'data.exported': { icon: IconFileDownload, text: (t) => t('kinds.dataExported') },
  'data.purged': { icon: IconTrash, text: (t) => t('kinds.dataPurged') },
  'account.deletion_asked': { icon: IconTrash, text: (t) => t('kinds.deletionAsked') },
  'account.kept': { icon: IconHeartHandshake, text: (t) => t('kinds.accountKept') },
  'account.deleted': { icon: IconTrash, text: (t) => t('kinds.accountDeleted') },
  'operator.read': { icon: IconEye, text: (t) => t('kinds.operatorRead') },
  'operator.acted': { icon: IconUserCog, text: (t) => t('kinds.operatorActed') },
  'other': { icon: IconHistory, text: (t) => t('kinds.other') },
  'private_notes.read': { icon: IconEye, text: (t) => t('kinds.privateNotesRead') },
}

function signedInText(t: T, { way }: ActivityDto): string {
  switch (way) {
    case 'google':
      return t('kinds.signedInGoogle')
    case 'invitation':
      return t('kinds.signedInInvitation')
    case 'registration':
      return t('kinds.signedInRegistration')
    default:
      return t('kinds.signedIn')
  }
}

/** A page that is older than its server may not know a kind either. */
export const lookOf = ({ kind }: Pick<ActivityDto, 'kind'>): Look =>
  Object.hasOwn(LOOKS, kind) ? LOOKS[kind] : LOOKS.other

/** Who did it and from where: `Tú · Firefox en Linux · 203.0.113.7`; what is not known is left out. */
export function whereText(t: T, { by, browser, system, address }: ActivityDto): string {
  const device = browser && system ? t('device', { browser, system }) : (browser ?? system)
  return [t(`by.${by}`), device, address].filter(Boolean).join(' · ')
}
