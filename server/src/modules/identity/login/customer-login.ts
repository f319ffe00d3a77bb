// The login of portal customers. The portal is an API client; the customer proves who they are
// to it.

import { atOnce } from '../../../platform/concurrency/turn.js';
import type { Call } from '../../../platform/context.js';
import { MOUNTS } from '../../../platform/http/mount.js';
import { envelopeOf, legacyEnvelope } from '../../../platform/http/reply/envelope.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { recordSecurityEvent, sourceOf } from '../audit/security-event.js';
import type { Guard } from '../principal/guard.js';
import { checkPassword, type NameAndSecret, rememberLogin } from './login.js';

/**
 * Checks a customer's user name and password and answers the envelope with the customer record.
 * Refuses INVALID_CREDENTIALS for wrong, unknown and disabled alike, RATE_LIMITED after too many.
 */
export async function loginCustomer(
  call: Call,
  guard: Guard,
  { name, secret }: NameAndSecret,
): Promise<object> {
  const { context } = call;
  const holder = await guard.customers.findLogin(call, name);
  const source = sourceOf(call);
  const attempt = { kind: 'customer', name, holder, password: secret, source } as const;
  const right = await checkPassword({ context, guard }, attempt);
  const record = right && holder ? await guard.customers.recordOf(call, holder.id) : undefined;
  if (!holder || !record) throw refusal(commonProblems.INVALID_CREDENTIALS);
  await rememberLogin({ context, guard }, { ...attempt, holder });
  await recordSecurityEvent(
    { context, db: context.db },
    {
      kind: 'customer',
      id: holder.id,
      name: holder.name,
      operation: 'login',
      msgCode: 'CUSTOMER_LOGGED_IN',
    },
    source,
  );
  const outcome = {
    msgCode: 'CUSTOMER_LOGGED_IN',
    id: holder.id,
    name: holder.name,
    result: record,
  };
  const mount = call.request?.mount ?? MOUNTS[0];
  const reply = atOnce(envelopeOf(outcome, mount, false));
  return mount === MOUNTS[1] ? legacyEnvelope(reply).body : reply.body;
}

/** Answers a customer record that was looked up, or refuses DOCUMENT_NOT_FOUND. */
export function foundCustomer(record: object | undefined): object {
  if (!record) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return record;
}
