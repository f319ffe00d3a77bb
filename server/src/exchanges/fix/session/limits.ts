// Every limit of the FIX session layer, with its unit in its name.

export const FIX_LIMIT = {
  /** A longer message is refused; the largest reports of a real exchange stay far below. */
  messageBytes: 65_536,
  /** A message that announces more is garbled. */
  frameBytes: 262_144,
  /** A message whose rest does not arrive within this time is dropped: its length is wrong. */
  frameTimeoutMs: 5_000,
  fieldsPerMessage: 2_000,
  /**
   * Messages queued above a gap; further ones are dropped and come again by a later ResendRequest.
   */
  queuedAboveGap: 2_000,
  /** No specification has a longer ClOrdID, ExecID or OrderID, and no index would accept it. */
  idCharacters: 200,
  /** The text of a message that becomes a work item; all its bytes are in the message log. */
  keptTextCharacters: 4_000,
  messagesPerBatch: 500,
  /** A turn takes no further message after this time: what it booked is locked until it ends. */
  turnMs: 30,
  /** How many messages an application books in one batch: the initial size and the maximum. */
  deliveredPerBatchFirst: 10,
  deliveredPerBatchMax: 100,
  /** After a turn that took longer, the next one books fewer: heartbeats wait for its end. */
  bookingTurnMs: 300,
  /** The pause of the booker after a failure, doubled each time. */
  bookingPauseMinMs: 100,
  bookingPauseMaxMs: 5_000,
  /** Messages that lost their number are searched among those of this age. */
  orphanAgeMs: 2 * 86_400_000,
  /** A TestRequest that has waited for this time is answered before its turn. */
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
  /** The time for the other side to read our last bytes and close. */
  closeTimeoutMs: 1_000,
  /**
   * A ResendRequest that made no progress for this long is repeated. A message that was requested
   * this many times and cannot be read is a poison message; one that does not come ends the
   * session.
   */
  gapPatienceMs: 30_000,
  gapRequestsMax: 3,
  /** A longer heartbeat interval would not detect a dead line; 0 means none and is legal. */
  heartBtIntSeconds: 3_600,
  sendingTimeToleranceMs: 120_000,
  tickMs: 100,
  reconnectMinMs: 100,
  /**
   * Logons in a row that were refused for a low number; after these only a person starts another
   * one.
   */
  lowNumbersMax: 3,
  /** After a connection of this length, reconnect waits start short again. */
  steadyAfterMs: 2_000,
  reconnectMaxMs: 30_000,
  /** How long a new connection waits until the session's former one is cleared away. */
  leaveTimeoutMs: 1_000,
  connectionsAwaitingLogon: 64,
  /**
   * A session's owner may send for this time, less the margin, without renewing its lease. Another
   * node that polls each second can then take the session within ten seconds.
   */
  leaseMs: 7_000,
  leaseMarginMs: 1_000,
  leaseRenewMs: 1_500,
  releaseTimeoutMs: 2_000,
  /** How often a node polls whether another node's session has become free. */
  claimPollIntervalMs: 1_000,
  /** A take-over ends connections that have blocked it for this time and wait for their client. */
  stuckAfterMs: 500,
  /** A take-over ends transactions whose client has been silent for this time. */
  forsakenAfterMs: 5_000,
  /** How often a node polls whether an operator wants its session logged out or reset. */
  controlPollIntervalMs: 500,
  /** The certification mode reconnects within a second of every disconnect. */
  certificationReconnectMaxMs: 400,
  /** ClOrdIDs that the certification mode keeps in memory; the oldest are dropped first. */
  certificationOrders: 100_000,
} as const;
