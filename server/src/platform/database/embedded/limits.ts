// Every limit of the embedded PostgreSQL server's launcher, with its unit in its name.

export const EMBEDDED = {
  /**
   * Longest wait of the program for its supervisor's answer: all waits below, one after another.
   */
  answerWaitMs: 720_000,
  /** Longest run of `initdb`, which takes about two seconds on a laptop. */
  initWaitMs: 120_000,
  /** Longest wait for the server to accept connections, crash recovery included. */
  readyWaitMs: 300_000,
  /** Longest run of a trial that checks whether one launch mode works on this machine. */
  trialWaitMs: 10_000,
  /** Longest wait for a fast shutdown, which writes a checkpoint. */
  fastStopWaitMs: 60_000,
  /** Longest wait for an immediate shutdown, which leaves recovery to the next start. */
  immediateStopWaitMs: 10_000,
  /** Longest wait for a killed process to be gone. */
  killedWaitMs: 5_000,
  /** Longest wait for the supervisor of a program that has died to finish its own stop. */
  predecessorWaitMs: 90_000,
  /** Longest wait for the supervisor to end after it was asked to. */
  supervisorEndWaitMs: 90_000,
  /** Longest wait for an answer on a socket that may have no server behind it. */
  socketAnswerWaitMs: 1_000,
  /** Longest wait for a connection of the launcher. */
  connectWaitMs: 10_000,
  /** Pause between two polls of a file or a process. */
  pollMs: 20,
  /** How often a start is retried while an older server's last processes still end. */
  startAttempts: 20,
  /** Pause between two such attempts. */
  startAttemptPauseMs: 250,
  /** Restarts of a server that ended unexpectedly, within the window; one more gives up. */
  restartsMax: 30,
  restartWindowMs: 600_000,
  /** Failed restarts in a row, and the pause after the first, which doubles with each. */
  restartAttempts: 5,
  restartPauseMs: 500,
  /** How often the claim on a data folder is retried when others claim it at the same time. */
  claimAttempts: 50,
  /** Retries of a removal that meets a file still being written by a process about to end. */
  removeAttempts: 10,
  /** Longest path of a unix socket; the smallest limit among systems is 104 with its final NUL. */
  socketPathBytes: 100,
  /** Size at which the server's log is rotated; one older log is kept. */
  logBytes: 10_485_760,
  /** How often the size of the server's log is checked. */
  logCheckMs: 60_000,
  /** Most of the server's log that is quoted in an error. */
  logQuotedBytes: 2_048,
  /** Most output stored from `initdb` or a trial. */
  outputBytes: 1_048_576,
} as const;
