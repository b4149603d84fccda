/** The push service did not take it now. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure'
}

/** The push service does not take it, or nothing can be encrypted for the subscription: the same again would fail again. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused'
}
