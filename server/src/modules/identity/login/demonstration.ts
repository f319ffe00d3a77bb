// One-click sign-in for people who explore a demonstration on their own machine.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Context } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import {
  isFromThisMachine,
  namesThisMachine,
} from '../../../platform/http/request/this-machine.js';
import { packageVersion } from '../../../platform/package-folder.js';
import { sourceOf } from '../audit/security-event.js';
import { DEMO_ROLES, demoUserName } from '../principal/first-start.js';
import type { Guard } from '../principal/guard.js';
import { findPrincipalByName, type PrincipalRow } from '../principal/queries.js';
import type { RoleName } from '../role.js';
import { openSession, type TokenReply } from './session.js';

/** The data that the sign-in page shows to everyone. It contains no user or customer. */
export async function readAbout(call: Call, guard: Guard): Promise<object> {
  const { db, config } = call.context;
  const firm = await guard.offices.firm(db);
  const roles = maySignIn(call) ? await demoRoles(call.context) : [];
  return {
    version: packageVersion(),
    demo: config.demo,
    businessDate: await currentBusinessDate(db),
    ...(firm === undefined ? {} : { firmName: firm.name, timeZone: firm.timeZone }),
    ...(roles.length === 0 ? {} : { demoRoles: roles }),
  };
}

/**
 * Opens a session for the demonstration user with the given role. Refuses with DOCUMENT_NOT_FOUND
 * outside a demonstration, or if the caller is on another machine. Refuses with INVALID_CREDENTIALS
 * if the user was changed since the first start, for example by a new password, or needs a second
 * factor.
 */
export async function signInToDemonstration(
  call: Call,
  guard: Guard,
  role: RoleName,
): Promise<TokenReply> {
  if (!maySignIn(call)) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  const user = await findUnchanged(call.context, role);
  if (user === undefined) throw refusal(commonProblems.INVALID_CREDENTIALS);
  return openSession({ context: call.context, guard }, user, sourceOf(call));
}

// A server that is reachable under a public URL or through a proxy may be used by strangers. A
// demonstration allows pages from any origin to call the API, but does not let them sign in.
function maySignIn({ context: { config }, request }: Call): boolean {
  if (!config.demo || config.publicUrl !== undefined || request === undefined) return false;
  const { credentials, header } = request;
  const host = header('host');
  return (
    isFromThisMachine({ address: credentials.address, header }) &&
    namesThisMachine(host) &&
    isOfHost(header('origin'), host)
  );
}

function isOfHost(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

async function demoRoles(context: Context): Promise<readonly RoleName[]> {
  const roles: RoleName[] = [];
  for (const role of DEMO_ROLES) {
    if ((await findUnchanged(context, role)) !== undefined) roles.push(role);
  }
  return roles;
}

// If the user's version is still the first, the password, roles and offices have not changed since
// the first start.
async function findUnchanged({ db }: Context, role: RoleName): Promise<PrincipalRow | undefined> {
  const user = await findPrincipalByName(db, demoUserName(role));
  const isUnchanged =
    user?.kind === 'user' &&
    user.active &&
    user.createdBy === 'system' &&
    user.version === 1n &&
    !user.hasSecondFactor;
  return isUnchanged ? user : undefined;
}
