// Converts the recorded statements of one demonstration customer to statements for any customer.

import { quoted, withReplaced } from './pgbench.js';

/** The customer whose statements are recorded. The customer's portfolio has the same number. */
export const CUSTOMER = 37;

/** Sets the pgbench variables for the customer and for the id of the new record. */
export const HEAD = [
  '\\set c random(1, 50)',
  '\\set id random(1000000000, 900000000000000)',
] as const;

const NAME = String(CUSTOMER).padStart(10, '0');
const ACCOUNT = CUSTOMER * 2;
const ANY_NAME = "lpad(:id::text, 10, '0')";
const ANY_CUSTOMER = "lpad(:c::text, 10, '0')";

/**
 * Converts a recorded value to an expression over the variables. Undefined if the value does not
 * vary.
 */
export function varyCustomer(value: unknown, ids: readonly bigint[]): string | undefined {
  const [id = 0n] = ids;
  const name = String(id).padStart(10, '0');
  if (value === id) return ':id';
  if (value === BigInt(CUSTOMER)) return ':c';
  if (value === BigInt(ACCOUNT)) return '(:c * 2)';
  if (typeof value !== 'string') return undefined;
  if (value === name) return ANY_NAME;
  if (value === `${name}-1`) return `${ANY_NAME} || '-1'`;
  if (value === NAME) return ANY_CUSTOMER;
  const items = /^\{(-?\d+(?:,-?\d+)*)\}$/.exec(value)?.[1]?.split(',');
  if (items !== undefined) return variedItems(items, id);
  const member = (key: string, of: number | bigint, by: string) =>
    [
      [`"${key}":"${of}"`, `${quoted(`"${key}":"`)} || ${by} || '"'`],
      [`"${key}":${of},`, `${quoted(`"${key}":`)} || ${by} || ','`],
    ] as const;
  return withReplaced(value, [
    ...member('id', id, ':id::text'),
    [`"${name}`, `'"' || ${ANY_NAME}`],
    ...member('customer_id', CUSTOMER, ':c::text'),
    ...member('portfolio_id', CUSTOMER, ':c::text'),
    ...member('cash_account_id', ACCOUNT, '(:c * 2)::text'),
    ...member('accountId', ACCOUNT, '(:c * 2)::text'),
  ]);
}

// Converts an array that the program sent as a string. In an array of several numbers, only account
// ids vary. The other numbers are line numbers and amounts.
function variedItems(items: readonly string[], id: bigint): string | undefined {
  const sqlOf = (item: string) => {
    if (items.length === 1 && item === String(id)) return ':id::text';
    return item === String(ACCOUNT) ? '(:c * 2)::text' : undefined;
  };
  if (items.every((item) => sqlOf(item) === undefined)) return undefined;
  const parts = items.map((item) => sqlOf(item) ?? quoted(item));
  return `('{' || ${parts.join(" || ',' || ")} || '}')`;
}
