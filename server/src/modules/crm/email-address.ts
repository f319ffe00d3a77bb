// The format of an e-mail address, by the validator's own well-kept rule.

import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { Problem, type Violation } from '../../platform/http/problem.js';
import { CRM } from './limits.js';
import { crmProblems } from './problems.js';

const ajv = new Ajv();
formats.default(ajv, ['email']);
const isEmailAddress = ajv.compile({
  type: 'string',
  format: 'email',
  maxLength: CRM.emailLengthMost,
});

/** Refuses every member that is given and is not an e-mail address, all of them at once. */
export function refuseWrongEmails(members: Readonly<Record<string, string | undefined>>): void {
  const errors: Violation[] = Object.entries(members).flatMap(([member, value]) =>
    value === undefined || isEmailAddress(value.trim())
      ? []
      : [
          {
            pointer: `/${member}`,
            code: crmProblems.EMAIL_ADDRESS_INVALID.code,
            detail: 'must be an e-mail address',
          },
        ],
  );
  const first = errors[0];
  if (first === undefined) return;
  throw new Problem(crmProblems.EMAIL_ADDRESS_INVALID, {
    detail: `${first.pointer.slice(1)} ${first.detail}`,
    args: errors.map((error) => error.pointer.slice(1)),
    errors,
  });
}
