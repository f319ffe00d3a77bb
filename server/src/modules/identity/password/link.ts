// Password links that an administrator creates for a user or a customer.

import type { Clock } from '../../../platform/clock.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { recordAudit } from '../../../platform/http/queries.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { SYSTEM } from '../../../platform/system-work.js';
import { PASSWORD_RESET } from '../limits.js';
import type { Guard } from '../principal/guard.js';
import { lockAdministered } from '../principal/principal.js';
import { findPrincipalByName, lockPrincipal } from '../principal/queries.js';
import { identityProblems } from '../problems.js';
import { holderOfCustomer, holderOfUser, type PasswordHolder } from './holder.js';
import { mailLink, makeShownLink } from './reset.js';

/** How a link is delivered: by e-mail, or shown to the administrator. */
export const DELIVERIES = ['EMAIL', 'SHOWN'] as const;

interface LinkRequest {
  readonly id: bigint;
  readonly delivery: (typeof DELIVERIES)[number];
}

/**
 * Creates a link for a user whom the caller may administer. Refuses with PRINCIPAL_DISABLED or
 * PASSWORD_LINK_UNSENDABLE, and for the same reasons as a change to the user.
 */
export async function makeUserLink(
  work: Work,
  guard: Guard,
  request: LinkRequest,
): Promise<Outcome> {
  const { row } = await lockAdministered(work, guard, { kind: 'user', id: request.id });
  if (!row.active) throw refusal(identityProblems.PRINCIPAL_DISABLED, { args: ['DISABLED'] });
  return makeLink(work, guard, { holder: holderOfUser(row), request });
}

/** Creates a link for a customer whom the caller may see and who may use the portal. */
export async function makeCustomerLink(
  work: Work,
  guard: Guard,
  request: LinkRequest,
): Promise<Outcome> {
  const access = await guard.customers.lockAccess(work.tx, request.id);
  const { offices } = work.principal;
  if (access === undefined || offices?.includes(access.officeId) === false) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return makeLink(work, guard, { holder: holderOfCustomer(access), request });
}

interface Making {
  readonly holder: PasswordHolder;
  readonly request: LinkRequest;
}

async function makeLink(
  work: Work,
  guard: Guard,
  { holder, request: { delivery } }: Making,
): Promise<Outcome> {
  const seconds = PASSWORD_RESET.administratorSeconds;
  const draft = { holder, seconds, origin: 'ADMINISTRATOR' } as const;
  const about = { id: holder.id, name: holder.name };
  if (delivery === 'EMAIL') {
    const { emailAddress } = holder;
    if (emailAddress === undefined) throw unsendable('there is no e-mail address on record');
    if (!(await guard.mail.isAvailable(work.tx))) {
      throw unsendable('this server cannot send e-mail; it needs SMTP_URL and a business office');
    }
    const addressed = { ...draft, holder: { ...holder, emailAddress } };
    const { expiresAt } = await mailLink(work, guard, addressed);
    const result = { delivery, expiresDttm: expiresAt };
    return { ...about, msgCode: 'PASSWORD_LINK_SENT', result };
  }
  const { kind, id } = work.principal;
  const shownTo = kind === 'user' || kind === 'client' ? id : null;
  const { link, expiresAt } = await makeShownLink(work, { ...draft, shownTo });
  const result = { delivery, expiresDttm: expiresAt };
  return { ...about, msgCode: 'PASSWORD_LINK_MADE', result, shownOnce: { link } };
}

function unsendable(detail: string) {
  return refuseMember(identityProblems.PASSWORD_LINK_UNSENDABLE, 'delivery', detail);
}

/**
 * Creates a link from the command line on the server, without a login but with an audit entry.
 * @returns undefined if there is no active user with this name
 */
export function makeLinkOnMachine(
  on: { readonly db: Database; readonly clock: Clock; readonly config: Context['config'] },
  name: string,
): Promise<{ readonly name: string; readonly link: string } | undefined> {
  return on.db.transaction(async (tx: Tx) => {
    const found = await findPrincipalByName(tx, name);
    const user = found && (await lockPrincipal(tx, 'user', found.id));
    if (user?.active !== true) return undefined;
    const work = { tx, now: on.clock.now(), requestId: 'command line', context: on };
    const { link } = await makeShownLink(work, {
      holder: holderOfUser(user),
      origin: 'ADMINISTRATOR',
      seconds: PASSWORD_RESET.administratorSeconds,
      shownTo: null,
    });
    const entry = { operation: 'makeUserResetLink', subjectId: user.id } as const;
    await recordAudit(work, { ...entry, msgCode: 'PASSWORD_LINK_MADE', principal: SYSTEM });
    return { name: user.name, link };
  });
}
