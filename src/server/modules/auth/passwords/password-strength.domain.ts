import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.domain.ts'

/** The owner of a password; it must not consist of these. */
export type PasswordOwner = { email: string; name: string; lastName: string }

/** Rows of keyboards and alphabets. */
const LINES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((line) => [line, [...line].toReversed().join('')])

/** How many characters of a password must be left without its guessable parts. */
const LEAST_REST = 4

/** From this length on, the part of an address before the @ may not occur in its password. */
const LONG_NAME = 8

/** Pattern attacks do not reach this length, so the patterns only count for shorter passwords. */
const LONG_PASSWORD = 24

/**
 * Whether a password of ten characters or more is among the first guesses (product §3, ASVS 6.2.4): a common one, also
 * varied with digits, capitals, accents or look-alikes; a repetition, a row of the keyboard, an alphabet; the owner's
 * address or little more than their name. Works offline.
 */
export function isWeakPassword(password: string, owner: PasswordOwner): boolean {
  const plain = plainOf(password)
  return (
    COMMON_PASSWORDS.has(plain) ||
    isOwners(plain, owner) ||
    (plain.length <= LONG_PASSWORD && followsPattern(plain))
  )
}

function followsPattern(plain: string): boolean {
  const readings = [plain, withoutEnds(plain), unmasked(plain), withoutEnds(unmasked(plain))]
  return (
    readings.some((text) => COMMON_PASSWORDS.has(text) || COMMON_WORDS.has(text)) ||
    isRepetition(plain) ||
    readings.some((text) => text.length > 0 && restOf(text, runs) < LEAST_REST)
  )
}

/** In lower case and without accents. */
function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Without the digits and signs that forms require, at both ends: Password123! is password. */
function withoutEnds(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, '')
}

const MASKS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  '$': 's',
  '!': 'i',
}

/** With digits and signs replaced by the letters they imitate: p4$$w0rd. */
function unmasked(text: string): string {
  // Signs at the end of the word do not imitate letters.
  return text.replace(/[0-9!]+$/, '').replace(/[013457@$!]/g, (sign) => MASKS[sign]!)
}

/** One part, twice or more: abcabcabcabc, 1212121212. Also almost only one character. */
function isRepetition(text: string): boolean {
  const characters = [...text]
  if (new Set(characters).size < 4) return true
  for (let length = 1; length <= characters.length / 2; length += 1) {
    if (characters.every((character, index) => character === characters[index % length])) return true
  }
  return false
}

type Taker = (text: string, from: number) => number

/** How many characters are left after `take` removed its parts. */
function restOf(text: string, take: Taker): number {
  let rest = 0
  for (let index = 0; index < text.length;) {
    const taken = take(text, index)
    rest += taken > 0 ? 0 : 1
    index += Math.max(taken, 1)
  }
  return rest
}

/** The longest run along a row, or of one character, that starts here and has at least three. */
function runs(text: string, from: number): number {
  let longest = 0
  for (const line of LINES) {
    for (let at = line.indexOf(text[from]!); at >= 0; at = line.indexOf(text[from]!, at + 1)) {
      let length = 1
      while (at + length < line.length && line[at + length] === text[from + length]) length += 1
      longest = Math.max(longest, length)
    }
  }
  let same = 1
  while (text[from + same] === text[from]) same += 1
  longest = Math.max(longest, same)
  return longest >= 3 ? longest : 0
}

function isOwners(plain: string, owner: PasswordOwner): boolean {
  const email = plainOf(owner.email)
  const local = email.split('@')[0]!
  if (plain.includes(email) || (local.length >= LONG_NAME && plain.includes(local))) return true
  const names = [local, ...plainOf(`${owner.name} ${owner.lastName}`).split(/\s+/)]
  const known = names.filter((name) => name.length >= 3)
  const rest = known.reduce((text, name) => text.replaceAll(name, ''), plain)
  // Digits and signs around a name do not make it stronger.
  return rest !== plain && rest.replace(/[^a-z]/g, '').length < LEAST_REST
}
