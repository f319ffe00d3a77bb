// Payment gateways: reference data under the four-eyes rule. A receipt through a gateway is booked
// against its suspense account until the gateway settles.

import type { Static } from '@sinclair/typebox';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange, recordFirstVersion } from '../../change/index.js';
import { chartOf } from '../chart/chart.js';
import { financeProblems } from '../problems.js';
import {
  countGateways,
  type GatewayMembers,
  type GatewayRow,
  selectGateway,
  selectGateways,
  storeGateway,
} from './queries.js';
import { type GatewayBody, gatewayBody, type gatewayProposal } from './schema.js';

/** The default code of the suspense account for gateway receipts. */
const SUSPENSE = 'GATEWAY:SUSPENSE';

/** The kind of change for payment gateways. Its subject is the gateway's code. */
export const PAYMENT_GATEWAY_KIND = changeKind({
  name: 'payment-gateway',
  label: 'Payment gateway',
  body: gatewayBody,
  present: async (on, subject) => {
    const row = await selectGateway(on, { name: subject });
    return row && bodyOf(row);
  },
  check: async (work, { body }) => requireSuspense(work, gatewayFrom(body)),
  apply: async (work, { body, version }) => {
    const gateway = gatewayFrom(body);
    const stamp = { version, by: work.principal.name, at: work.now };
    return { id: await storeGateway(work.tx, gateway, stamp), name: gateway.name };
  },
});

/** Proposes a new or changed gateway; a second person approves it. */
export function proposeGateway(
  work: Work,
  { reason, effectiveNote, ...body }: Static<typeof gatewayProposal>,
): Promise<Outcome> {
  const gateway = gatewayFrom(body);
  const record = { subject: gateway.name, body: bodyOf(gateway) };
  return proposeChange(work, { kind: PAYMENT_GATEWAY_KIND, ...record, reason, effectiveNote });
}

/** Stores the first version of a gateway in a new database. */
export function recordFirstGateway(work: Work, body: GatewayBody): Promise<void> {
  const gateway = gatewayFrom(body);
  const record = { subject: gateway.name, body: bodyOf(gateway) };
  return recordFirstVersion(work, PAYMENT_GATEWAY_KIND, record);
}

/** Lists the gateways, or only the active ones, oldest first. */
export async function listGateways(
  call: Call,
  listed: { readonly activeOnly: boolean; readonly page: PageRequest },
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectGateways(call.db, listed), listed.page);
  const count = await countGateways(call.db, listed.activeOnly);
  return { count, result: rows.map(toRecord), nextAfter };
}

/** Returns the gateway with this code, active or not; refuses with UNKNOWN_REFERENCE. */
export async function requireGateway(on: Database | Tx, code: string): Promise<GatewayRow> {
  const row = await selectGateway(on, { name: code.trim().toUpperCase() });
  if (row !== undefined) return row;
  const detail = 'does not match any payment gateway';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'transactionProcessor', detail);
}

/** Returns one gateway. */
export async function readGateway(call: Call, id: bigint): Promise<object> {
  const row = await selectGateway(call.db, { id });
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return toRecord(row);
}

function toRecord(row: GatewayRow): object {
  return { id: row.id, ...bodyOf(row), version: row.version_no, ...shownStamp(row) };
}

function bodyOf(row: GatewayMembers) {
  return {
    name: row.name,
    label: row.label,
    active: row.active,
    suspenseCode: row.suspense_code,
    successCodes: [...row.success_codes],
  };
}

const NAME = /^[A-Z0-9][A-Z0-9_-]*$/;

function gatewayFrom(body: GatewayBody): GatewayMembers {
  const name = body.name.trim().toUpperCase();
  if (!NAME.test(name)) throw refused('name', 'must consist of letters, digits, - and _');
  return {
    name,
    label: body.label,
    active: body.active ?? true,
    suspense_code: body.suspenseCode ?? SUSPENSE,
    success_codes: [...new Set(body.successCodes)],
  };
}

// Money at a gateway belongs to customers, so its account must be part of the client money proof.
async function requireSuspense(work: Work, { suspense_code: code }: GatewayMembers): Promise<void> {
  const entry = (await chartOf(work.tx, work.context.db)).entryOf(code);
  if (entry === undefined || !entry.active) {
    const detail = 'does not match any active code of the chart';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'suspenseCode', detail);
  }
  if (entry.accountClass === 'ASSET' && entry.clientMoney && !entry.inline && !entry.family) return;
  throw refused('suspenseCode', 'must be the code of an asset that is client money');
}

function refused(member: string, detail: string) {
  return refuseMember(financeProblems.PAYMENT_GATEWAY_REFUSED, member, detail);
}
