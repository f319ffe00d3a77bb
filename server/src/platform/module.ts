// What a module gives to the app: its operations, its problems, and what it does at the end of a
// day.

import type { EndOfDayStep } from './end-of-day/step.js';
import type { ProblemCatalogue } from './http/reply/problem.js';
import type { Route } from './http/route.js';
import type { JobHandler } from './jobs/job.js';
import type { ChangeKind } from './reference-data/change-kind.js';
import type { SealedTable } from './vault/re-encrypt.js';
import type { Worker } from './worker.js';

export interface Module {
  readonly name: string;
  /** What its operations are for, in one line of the API's documents. */
  readonly summary: string;
  readonly routes: readonly Route[];
  readonly problems: ProblemCatalogue;
  readonly endOfDay?: readonly EndOfDayStep[];
  readonly workers?: readonly Worker[];
  /** The kinds of reference data that are changed under four eyes. */
  readonly changes?: readonly ChangeKind[];
  /** The kinds of jobs that the module does, on whichever node has room. */
  readonly jobs?: readonly JobHandler[];
  /** Told where the server listens, for what calls its own server. */
  readonly listening?: (url: string) => void;
  /** The tables of the module that hold sealed texts. */
  readonly sealed?: readonly SealedTable[];
}
