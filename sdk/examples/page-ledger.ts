// Reads the whole ledger of an account, page by page, and checks its closing balance against its
// lines. Amounts are added in minor units, as whole numbers, because sums of decimal fractions
// would be inexact.

import { createClient } from '@countinghouse/sdk';

const client = createClient({
  baseUrl: process.env.COUNTINGHOUSE_URL ?? 'http://127.0.0.1:8080',
  clientCredentials: {
    clientId: process.env.COUNTINGHOUSE_CLIENT_ID ?? '',
    clientSecret: process.env.COUNTINGHOUSE_CLIENT_SECRET ?? '',
  },
});
const account = Number(process.argv[2]);
const { acctClass } = await client.get('finance/account/id/{id}', { path: { id: account } });
// Customer accounts are liabilities, so credits raise them. Debits raise the firm's assets.
const side = acctClass === 'ASSET' || acctClass === 'EXPENSE' ? -1n : 1n;
const minor = (amount: unknown) => BigInt(Math.round(Number(amount ?? 0) * 100));

let lines = 0;
let total = 0n;
let last = 0n;
const query = { a: account, s: 10 };
for await (const line of client.pages('finance/filedger/list/account/id', { query })) {
  lines += 1;
  total += side * (minor(line.creditAmount) - minor(line.debitAmount));
  last = minor(line.balance);
  console.log(`${line.transactionDate}  ${line.label}  ${line.balance}`);
}
console.log(
  `${lines} lines, ${total === last ? 'which prove the balance' : 'which do NOT add up'}`,
);
if (total !== last) process.exitCode = 1;
