import { expect, test } from 'vitest'
import type { MembershipId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import { iceServersOf } from './ice-servers.ts'

const person = '01890000-0000-7000-8000-000000000001' as MembershipId
const now = epochMs(1_800_000_000_000)
const stunUrls = ['stun:turn.example.org:3478']
const turnUrls = ['turn:turn.example.org:3478', 'turns:turn.example.org:5349']

// @spec P.224
test('the credentials of TURN end after 12 hours and are an HMAC of their name, as coturn checks it', () => {
  // By OpenSSL: printf '%s' '1800043200:01890000-…1' | openssl dgst -sha1 -hmac north -binary | base64
  expect(iceServersOf({ stunUrls, turnUrls, turnSecret: 'north' }, person, now)).toEqual([
    { urls: stunUrls },
    { urls: turnUrls, username: `1800043200:${person}`, credential: '6kNfSBav2NB55s57vlF1Bj5Ldyo=' },
  ])
})

test('without a secret or an address there is no TURN server, and without any setting none at all', () => {
  expect(iceServersOf({ stunUrls, turnUrls, turnSecret: undefined }, person, now)).toEqual([
    { urls: stunUrls },
  ])
  expect(iceServersOf({ stunUrls: [], turnUrls: [], turnSecret: 'north' }, person, now)).toEqual([])
})
