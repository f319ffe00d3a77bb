// Whose positions to read, and as known at which moment.

/** Customers whose positions are read together. */
export interface Holders {
  readonly customerIds: readonly bigint[];
  /**
   * Records stored after this moment are left out. A timestamp as PostgreSQL writes it, which may
   * have microseconds. Absent: nothing is left out.
   */
  readonly knownAt?: string | undefined;
}
