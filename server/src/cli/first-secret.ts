// What the first start says about its secrets: on a terminal the secrets themselves, elsewhere only
// where they are, because what is written there is kept in a log.

import type { prepareCredentials } from '../modules/identity/index.js';

type FirstCredentials = NonNullable<Awaited<ReturnType<typeof prepareCredentials>>>;

interface Shown {
  readonly file: string;
  /** Whether a person reads the output, and nothing keeps it. */
  readonly isTerminal: boolean;
}

/** The lines of the first start. */
export function firstStartLines(
  { clientId, clientSecret, users }: FirstCredentials,
  { file, isTerminal }: Shown,
): readonly string[] {
  if (!isTerminal) {
    return [`First start. Its secrets are in ${file}, which only its owner can read.`];
  }
  return [
    'First start. These secrets are shown this once; they are also in',
    `${file}, which only its owner can read:`,
    `  API client  ${clientId}  ${clientSecret}`,
    ...users.map((user) => `  ${user.role.padEnd(10)}  ${user.username}  ${user.password}`),
  ];
}
