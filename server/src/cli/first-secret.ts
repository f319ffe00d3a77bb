// The lines that the first start prints about its secrets. On a terminal they contain the secrets.
// Elsewhere they contain only the path of the secrets' file, because other output usually ends up
// in a log.

import type { prepareCredentials } from '../modules/identity/index.js';

type FirstCredentials = NonNullable<Awaited<ReturnType<typeof prepareCredentials>>>;

interface Shown {
  readonly file: string;
  /** True if the output goes to a terminal, where it is not stored. */
  readonly isTerminal: boolean;
}

/** Returns the lines that the first start prints. */
export function firstStartLines(
  { clientId, clientSecret, users }: FirstCredentials,
  { file, isTerminal }: Shown,
): readonly string[] {
  if (!isTerminal) {
    return [`First start. The secrets are in ${file}, which only its owner can read.`];
  }
  return [
    'First start. These secrets are shown only once. They are also in',
    `${file}, which only its owner can read:`,
    `  API client  ${clientId}  ${clientSecret}`,
    ...users.map((user) => `  ${user.role.padEnd(10)}  ${user.username}  ${user.password}`),
  ];
}
