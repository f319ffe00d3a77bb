// Limits of the FIX session layer. Each name contains the unit.

export const FIX_LIMIT = {
  /**
   * Maximum message length. Longer messages are refused; the largest reports of a real exchange are
   * far shorter.
   */
  messageBytes: 65_536,
  /** Maximum announced frame length. A message that announces more is garbled. */
  frameBytes: 262_144,
  /**
   * Maximum wait for the rest of a message. If it has not arrived by then, the announced length is
   * taken to be wrong, and the message is dropped.
   */
  frameTimeoutMs: 5_000,
  fieldsPerMessage: 2_000,
  /**
   * Maximum number of messages queued above a gap. Further messages are dropped, and a later
   * ResendRequest fetches them again.
   */
  queuedAboveGap: 2_000,
  /**
   * Maximum length of an id. No exchange specifies a longer ClOrdID, ExecID or OrderID, and no
   * index would accept one.
   */
  idCharacters: 200,
  /**
   * Maximum text length of a message that becomes a work item. The message log contains all its
   * bytes.
   */
  keptTextCharacters: 4_000,
  messagesPerBatch: 500,
  /**
   * After this time, a turn takes no further messages, because the records that it books are locked
   * until it ends.
   */
  turnMs: 30,
  /** Number of messages that an application books in one batch: initial and maximum. */
  deliveredPerBatchFirst: 10,
  deliveredPerBatchMax: 100,
  /**
   * If a turn took longer than this, the next one books fewer messages, because heartbeats wait for
   * the end of a turn.
   */
  bookingTurnMs: 300,
  /** The booker's pause after a failure: minimum and maximum. It doubles with each failure. */
  bookingPauseMinMs: 100,
  bookingPauseMaxMs: 5_000,
  /** Maximum age of messages that are still booked after a restart of the numbers. */
  orphanAgeMs: 2 * 86_400_000,
  /** A TestRequest that has waited this long is answered before its turn. */
  testRequestPatienceMs: 300,
  /**
   * The maximum number of messages that may wait for their turn before the socket is paused, and
   * their maximum total bytes.
   */
  inboundBacklog: 50_000,
  inboundBacklogBytes: 64 * 1024 * 1024,
  outboundBacklog: 1_000,
  resendPageMessages: 500,
  logonTimeoutMs: 10_000,
  logoutTimeoutMs: 2_000,
  connectTimeoutMs: 5_000,
  writeTimeoutMs: 10_000,
  stopTimeoutMs: 5_000,
  /** How long the other side has to read our last bytes and close the connection. */
  closeTimeoutMs: 1_000,
  /**
   * A ResendRequest that made no progress for this long is repeated. If a message was requested
   * this many times and still cannot be read, it is a poison message. If it does not arrive at all,
   * the session ends.
   */
  gapPatienceMs: 30_000,
  gapRequestsMax: 3,
  /**
   * Maximum heartbeat interval. With a longer one, a dead connection would go unnoticed for too
   * long. 0 means no heartbeats and is allowed.
   */
  heartBtIntSeconds: 3_600,
  sendingTimeToleranceMs: 120_000,
  tickMs: 100,
  reconnectMinMs: 100,
  /**
   * Maximum number of consecutive Logons refused because our number is too low. After that, only a
   * person can start another attempt.
   */
  lowNumbersMax: 3,
  /**
   * After a connection has lasted at least this long, reconnect delays start again at the minimum.
   */
  steadyAfterMs: 2_000,
  reconnectMaxMs: 30_000,
  /** How long a new connection waits for the session's former connection to be cleaned up. */
  leaveTimeoutMs: 1_000,
  connectionsAwaitingLogon: 64,
  /**
   * How long a lease lasts. Unless the lease is renewed, its owner stops sending one margin before
   * it ends. Another node, which polls every second, can therefore take over within ten seconds.
   */
  leaseMs: 7_000,
  leaseMarginMs: 1_000,
  leaseRenewMs: 1_500,
  releaseTimeoutMs: 2_000,
  /** How often a node checks whether another node's session has become free. */
  claimPollIntervalMs: 1_000,
  /**
   * A takeover ends connections that have blocked it for this long while waiting for their client.
   */
  stuckAfterMs: 500,
  /** A takeover ends transactions whose client has been silent for this long. */
  forsakenAfterMs: 5_000,
  /**
   * How often a node checks whether an operator has requested a logout or a reset of its session.
   */
  controlPollIntervalMs: 500,
  /** Certification mode reconnects within a second of every disconnect. */
  certificationReconnectMaxMs: 400,
  /**
   * Maximum number of ClOrdIDs that certification mode keeps in memory. The oldest are dropped
   * first.
   */
  certificationOrders: 100_000,
} as const;
