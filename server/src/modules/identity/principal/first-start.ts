// The first start: creates an administrator, an API client, and the file that contains their
// secrets.

import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Principal } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { hashPassword } from '../credential/password.js';
import { makePassword } from '../credential/secret.js';
import { ROLES, type RoleName } from '../role.js';
import { type Making, makeClient, makePrincipal } from './principal.js';
import { anyPrincipal, lockFirstStart } from './queries.js';

/** The content of `credentials.json`. */
interface FirstCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly users: readonly FirstUser[];
}

interface FirstUser {
  readonly username: string;
  readonly password: string;
  readonly role: RoleName;
}

/** The roles for which the demonstration has a user, who is named after the role. */
export const DEMO_ROLES: readonly RoleName[] = [
  'ADMIN',
  'DEALER',
  'OPERATIONS',
  'APPROVER',
  'FINANCE',
  'CRM',
  'AUDITOR',
];

/** Returns the name of the demonstration user with a role. */
export function demoUserName(role: RoleName): string {
  return role.toLowerCase();
}

const SYSTEM: Principal = {
  kind: 'system',
  id: 0n,
  name: 'system',
  permissions: new Set(),
  offices: undefined,
};

/**
 * If there is no user yet, creates an administrator, an API client and, with `demo`, a user in
 * every role. Writes `credentials.json` (mode 0600) and returns its content, to be printed once.
 * Returns undefined if there are users. If several nodes start at the same time, only one of them
 * creates users.
 */
export async function prepareCredentials(
  context: Context,
  dataFolder: string,
  options: { readonly demo: boolean },
): Promise<FirstCredentials | undefined> {
  if (await anyPrincipal(context.db)) return undefined;
  const users = (options.demo ? DEMO_ROLES : DEMO_ROLES.slice(0, 1)).map((role) => ({
    username: demoUserName(role),
    password: makePassword(),
    role,
  }));
  const hashed = await Promise.all(
    users.map(async (user) => ({ ...user, hash: await hashPassword(user.password) })),
  );
  return context.db.transaction(async (tx) => {
    await lockFirstStart(tx);
    if (await anyPrincipal(tx)) return undefined;
    const credentials = await makeAll(context, tx, hashed);
    // The file is written before the commit. If the program crashes in between, the next start
    // creates both again. In the other order, there could be users whose passwords were never
    // shown.
    await writeCredentials(dataFolder, credentials);
    return credentials;
  });
}

async function makeAll(
  context: Context,
  tx: Tx,
  users: readonly (FirstUser & { readonly hash: string })[],
): Promise<FirstCredentials> {
  const work: Making = { context, tx, principal: SYSTEM, now: context.clock.now() };
  for (const user of users) {
    await makePrincipal(work, 'user', {
      name: user.username,
      label: ROLES[user.role].label.split(':', 1)[0] ?? user.username,
      roles: [user.role],
      secretHash: user.hash,
    });
  }
  const { row, clientSecret } = await makeClient(work, {
    label: 'First API client',
    roles: ['CLIENT'],
  });
  return {
    clientId: row.name,
    clientSecret,
    users: users.map(({ username, password, role }) => ({ username, password, role })),
  };
}

// Writes the file atomically: readers never see a partial file, and after a power cut either the
// old or the new file exists.
async function writeCredentials(folder: string, credentials: FirstCredentials): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.credentials-${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(credentials, undefined, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, 'credentials.json'));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const directory = await open(folder, 'r');
  await directory.sync().finally(() => directory.close());
}
