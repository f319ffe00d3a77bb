// Requests for a new password by people who cannot sign in. The reply and its timing are the same
// whether or not the name exists. A job sends the e-mail.

import { randomUUID } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import type { Outcome } from '../../../platform/http/route.js';
import { wireText } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { PASSWORD_RESET } from '../limits.js';
import { type DelayKey, type Pace, takeTurn, turnWaitMs } from '../login/delay-queries.js';
import type { Guard } from '../principal/guard.js';
import { findUsersByLogin } from '../principal/queries.js';
import { holderOfCustomer, holderOfUser, lockHolder, type PasswordHolder } from './holder.js';
import { mailLink, recordResetEvent } from './reset.js';
import { insertRequest, type PasswordRequest, takeRequest } from './reset-queries.js';

const RequestData = Type.Object({ requestId: wireText() });

const answerRequest: JobKind<typeof RequestData> = {
  name: 'password-request.answer',
  data: RequestData,
};

/** The requester: anyone at the login page, or a portal on behalf of one of its customers. */
type Requester = 'ANYONE' | 'PORTAL';

interface Turn {
  readonly key: DelayKey;
  readonly pace: Pace;
}

// Counts the request against its rate limits in the request's transaction, so that a dry run is not
// counted. A portal sends the requests of all its customers, so its network is not limited.
async function takeTurns(
  { tx, context, now, address = '' }: Work,
  login: string,
  requester: Requester,
): Promise<void> {
  const subject = context.vault.index('login name', login.toLowerCase());
  const name: Turn = {
    key: { kind: 'reset-name', subject, source: '' },
    pace: PASSWORD_RESET.perName,
  };
  const network: Turn = {
    key: { kind: 'reset-network', subject: '', source: networkOf(address) },
    pace: PASSWORD_RESET.perNetwork,
  };
  const turns: readonly Turn[] = requester === 'PORTAL' ? [name] : [network, name];
  for (const turn of turns) {
    if (await takeTurn(tx, turn, now)) continue;
    const waitMs = await turnWaitMs(tx, turn, now);
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
    throw refusal(commonProblems.RATE_LIMITED, {
      detail: `Too many requests for a new password. Try again in ${retryAfterSeconds} seconds.`,
      retryAfterSeconds,
    });
  }
}

/**
 * Stores a request, and enqueues the job that looks up the name. Refuses with RATE_LIMITED after
 * too many requests for one name or from one network.
 */
export async function requestPassword(
  work: Work,
  login: string,
  requester: Requester,
): Promise<Outcome> {
  await takeTurns(work, login, requester);
  const { requestId, address = '' } = work;
  const id = randomUUID();
  const request = { id, login, ofPortal: requester === 'PORTAL', requestId, address };
  const officeIds = requester === 'PORTAL' ? (work.principal.offices?.map(String) ?? null) : null;
  await insertRequest(work.tx, { ...request, officeIds }, work.now);
  await enqueue(work, answerRequest, { data: { requestId: id } });
  return { msgCode: 'PASSWORD_REQUEST_ACCEPTED', accepted: true };
}

/** Returns the handlers of password request jobs. */
export function passwordRequestJobs(guard: Guard): readonly JobHandler[] {
  return [
    jobHandler({
      kind: answerRequest,
      run: (context, { data }) =>
        systemWork(context, 'password-request', async (work) => {
          const request = await takeRequest(work.tx, data.requestId);
          if (request === undefined) return;
          for (const found of await holdersOf(work, guard, request)) {
            await answer(work, guard, { found, request });
          }
        }),
    }),
  ];
}

async function holdersOf(
  { tx }: Work,
  guard: Guard,
  { login, ofPortal, officeIds }: PasswordRequest,
): Promise<readonly PasswordHolder[]> {
  const users = ofPortal ? [] : await findUsersByLogin(tx, login);
  const search = { text: login, officeIds: officeIds?.map(BigInt) };
  const customers = await guard.customers.findAccess(tx, search);
  const all = [...users.map(holderOfUser), ...customers.map(holderOfCustomer)];
  return all
    .filter(({ active, passwordHash }) => active && passwordHash !== undefined)
    .slice(0, PASSWORD_RESET.holdersPerRequestMax);
}

interface Answering {
  readonly found: PasswordHolder;
  readonly request: PasswordRequest;
}

// Sends the link. If this is not possible, logs the reason for the operator; the requester gets the
// same reply either way.
async function answer(work: Work, guard: Guard, { found, request }: Answering): Promise<void> {
  const { tx, context } = work;
  const holder = await lockHolder(tx, guard, found);
  if (holder?.active !== true) return;
  const source = { requestId: request.requestId, address: request.address };
  const record = (msgCode: 'PASSWORD_LINK_REQUESTED' | 'PASSWORD_LINK_NOT_SENT') =>
    recordResetEvent({ context, db: tx }, msgCode, { holder, source });
  const { emailAddress } = holder;
  const refused = await reasonNotToSend(work, guard, holder);
  if (emailAddress === undefined || refused !== undefined) {
    context.log.warn({ kind: holder.kind, id: holder.id, reason: refused }, 'no link was sent');
    await record('PASSWORD_LINK_NOT_SENT');
    return;
  }
  await record('PASSWORD_LINK_REQUESTED');
  await mailLink(work, guard, {
    holder: { ...holder, emailAddress },
    origin: 'REQUEST',
    seconds: PASSWORD_RESET.requestedSeconds,
  });
}

async function reasonNotToSend(
  { tx, now }: Work,
  guard: Guard,
  { kind, id, emailAddress }: PasswordHolder,
): Promise<string | undefined> {
  if (emailAddress === undefined) return 'there is no e-mail address on record';
  if (!(await guard.mail.isAvailable(tx))) {
    return 'this server cannot send e-mail: it needs SMTP_URL and a business office';
  }
  const key: DelayKey = { kind: `reset-${kind}`, subject: String(id), source: '' };
  const isFree = await takeTurn(tx, { key, pace: PASSWORD_RESET.perName }, now);
  return isFree ? undefined : 'too many e-mails have been sent to this address';
}
