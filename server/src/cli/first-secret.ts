// The text that the first start prints about its secrets. On a terminal, the text contains the
// secrets. Elsewhere, it contains only the path of their file, because other output is usually
// stored in a log.

import type { prepareCredentials } from '../modules/identity/index.js';

type FirstCredentials = NonNullable<Awaited<ReturnType<typeof prepareCredentials>>>;

interface Shown {
  readonly file: string;
  /** True if the output goes to a terminal and so is not stored. */
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
