// The owners of the positions to read, and the moment as of which they were known.

/** Customers whose positions are read together. */
export interface Holders {
  readonly customerIds: readonly bigint[];
  /**
   * Records stored after this moment are left out. A timestamp in PostgreSQL's format, which may
   * have microseconds. If absent, nothing is left out.
   */
  readonly knownAt?: string | undefined;
}
