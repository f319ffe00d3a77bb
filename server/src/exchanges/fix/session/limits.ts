// Every limit of the FIX session layer, with its unit in its name.

export const FIX_LIMIT = {
  /** A longer message is refused; the largest reports of a real exchange stay far below. */
  messageBytes: 65_536,
  /** A message that announces more is garbled. */
  frameBytes: 262_144,
  /** The rest of a message that does not come for so long is given up: its length is wrong. */
  frameTimeoutMs: 5_000,
  fieldsPerMessage: 2_000,
  /**
   * Messages kept above a gap; further ones are dropped and come again by a later ResendRequest.
   */
  queuedAboveGap: 2_000,
  /** A longer ClOrdID, ExecID or OrderID is in no specification, and no index would take it. */
  idCharacters: 200,
  /** Of a message that is kept as a work item; all its bytes are in the message log. */
  keptTextCharacters: 4_000,
  messagesPerBatch: 500,
  /** A turn takes no further message after so long: what it booked is locked until it ends. */
  turnMs: 30,
  /** Messages that an application books together in one turn: at first, and at most. */
  deliveredTogetherFirst: 10,
  deliveredTogether: 100,
  /** After a turn that took longer, the next one books fewer: heartbeats wait for its end. */
  bookingTurnMs: 300,
  /** How long the booking of what was heard pauses after a failure: twice as long each time. */
  bookingPauseMinMs: 100,
  bookingPauseMaxMs: 5_000,
  /** Messages that lost their number are looked for among those of so long. */
  orphanAgeMs: 2 * 86_400_000,
  /** A TestRequest that has waited for so long is answered before its turn. */
  testRequestPatienceMs: 300,
  /** Messages that wait for their turn before the socket is paused, and their bytes. */
  inboundBacklog: 50_000,
  inboundBacklogBytes: 64 * 1024 * 1024,
  outboundBacklog: 1_000,
  resendPageMessages: 500,
  logonTimeoutMs: 10_000,
  logoutTimeoutMs: 2_000,
  connectTimeoutMs: 5_000,
  writeTimeoutMs: 10_000,
  stopTimeoutMs: 5_000,
  /** How long the other side may take to read our last bytes and close. */
  closeTimeoutMs: 1_000,
  /**
   * A ResendRequest that made no progress for this long is repeated. A message that was requested
   * this many times and cannot be read is a poison message; one that does not come ends the
   * session.
   */
  gapPatienceMs: 30_000,
  gapRequestsMax: 3,
  /** A longer heartbeat interval would not show a dead line; 0 means none and is legal. */
  heartBtIntSeconds: 3_600,
  sendingTimeToleranceMs: 120_000,
  tickMs: 100,
  reconnectMinMs: 100,
  /** Logons in a row that were refused for a low number; then only a person makes another one. */
  lowNumbersMax: 3,
  /** A connection that lived this long shows that the way is good: waits begin short again. */
  steadyAfterMs: 2_000,
  reconnectMaxMs: 30_000,
  /** How long a new connection waits for the session's last one to be cleared away. */
  leaveTimeoutMs: 1_000,
  connectionsAwaitingLogon: 64,
  /**
   * A session's owner may speak for so long without renewing its right, less the margin; another
   * node that looks each second then has it within ten seconds.
   */
  leaseMs: 7_000,
  leaseMarginMs: 1_000,
  leaseRenewMs: 1_500,
  releaseTimeoutMs: 2_000,
  /** How often a node looks whether the session of another one has become free. */
  claimPollIntervalMs: 1_000,
  /** A take-over ends connections that have blocked it for so long and wait for their client. */
  stuckAfterMs: 500,
  /** A take-over ends transactions whose client has said nothing for so long. */
  forsakenAfterMs: 5_000,
  /** How often a node looks whether an operator wants its session logged out or reset. */
  controlPollIntervalMs: 500,
  /** The certification mode comes back within a second of every disconnect. */
  certificationReconnectMaxMs: 400,
  /** ClOrdIDs that the certification mode keeps in memory; the oldest go first. */
  certificationOrders: 100_000,
} as const;
