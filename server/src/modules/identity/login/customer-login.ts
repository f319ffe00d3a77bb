// Logs portal customers in. The portal is an API client that sends the customer's password.

import { atOnce } from '../../../platform/concurrency/turn.js';
import type { Call } from '../../../platform/context.js';
import { MOUNTS } from '../../../platform/http/mount.js';
import { envelopeOf, legacyEnvelope } from '../../../platform/http/reply/envelope.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { recordSecurityEvent, sourceOf } from '../audit/security-event.js';
import type { Guard } from '../principal/guard.js';
import { checkPassword, type NameAndSecret, rememberLogin } from './login.js';

/**
 * Checks a customer's user name and password, and returns the envelope with the customer record.
 * Refuses with INVALID_CREDENTIALS, in the same way for wrong, unknown and disabled logins, or with
 * RATE_LIMITED after too many failures.
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

/** Returns the customer record. Refuses with DOCUMENT_NOT_FOUND if there is none. */
export function foundCustomer(record: object | undefined): object {
  if (!record) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return record;
}
