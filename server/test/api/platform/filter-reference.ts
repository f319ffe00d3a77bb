// Parameters of reads that do not filter by a known record, and values for required parameters.

/** Values of other parameters, by name or by operation and name. */
export const NEEDED: Readonly<Record<string, string>> = {
  sd: '2026-01-01',
  ed: '2026-01-31',
};

/** Required parameters that name the subject of the read, which is refused with 404. */
export const SUBJECTS: ReadonlySet<string> = new Set([]);

/** Parameters that name no record, each with the reason. */
export const NO_FILTERS: Readonly<Record<string, string>> = {};
