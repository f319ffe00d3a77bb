// All limits of the embedded PostgreSQL server's launcher, with units in their names.

export const EMBEDDED = {
  /** Maximum time the program waits for its supervisor's answer: the sum of all waits below. */
  answerWaitMs: 720_000,
  /** Maximum run time of `initdb`, which takes about two seconds on a laptop. */
  initWaitMs: 120_000,
  /** Maximum wait until the server accepts connections, including crash recovery. */
  readyWaitMs: 300_000,
  /** Maximum run time of a trial that shows whether a launch mode works on this machine. */
  trialWaitMs: 10_000,
  /** Maximum wait for a fast shutdown, which writes a checkpoint. */
  fastStopWaitMs: 60_000,
  /** Maximum wait for an immediate shutdown, which leaves recovery to the next start. */
  immediateStopWaitMs: 10_000,
  /** Maximum wait until a killed process has disappeared. */
  killedWaitMs: 5_000,
  /** Maximum wait for a dead program's supervisor to finish its own shutdown. */
  predecessorWaitMs: 90_000,
  /** Maximum wait until the supervisor exits after a request to stop. */
  supervisorEndWaitMs: 90_000,
  /** Maximum wait for an answer on a socket that may have no server. */
  socketAnswerWaitMs: 1_000,
  /** Maximum time for the launcher to open a connection. */
  connectWaitMs: 10_000,
  /** Pause between two polls of a file or a process. */
  pollMs: 20,
  /** Maximum number of attempts to start while the last processes of an older server are ending. */
  startAttempts: 20,
  /** Pause between two of these attempts. */
  startAttemptPauseMs: 250,
  /** Number of restarts allowed within the window before the launcher gives up. */
  restartsMax: 30,
  restartWindowMs: 600_000,
  /**
   * Consecutive failed restarts allowed, and the pause after the first, which doubles each time.
   */
  restartAttempts: 5,
  restartPauseMs: 500,
  /**
   * Maximum number of attempts to claim a data folder that other programs claim at the same time.
   */
  claimAttempts: 50,
  /**
   * Maximum number of retries to remove a folder while a process that is ending still writes to it.
   */
  removeAttempts: 10,
  /**
   * Maximum length of a Unix socket path. The smallest limit of any system is 104 bytes, including
   * the NUL.
   */
  socketPathBytes: 100,
  /** Size at which the server's log is rotated. One older log is kept. */
  logBytes: 10_485_760,
  /** How often the size of the server's log is checked. */
  logCheckMs: 60_000,
  /** Maximum bytes of the server's log quoted in an error. */
  logQuotedBytes: 2_048,
  /** Maximum bytes of output kept from `initdb` or a trial. */
  outputBytes: 1_048_576,
} as const;
