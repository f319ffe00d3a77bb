// Opens, updates, approves and rejects customers.

import pg from 'pg';
import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { type ProblemKind, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { ignoredMember } from '../../../platform/http/reply/warning.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import { hashPassword, isOwnWork, refuseGuessable } from '../../identity/index.js';
import { PARTY } from '../limits.js';
import { firmNames } from '../office/letterhead-queries.js';
import { requireLockedGroup, requireLockedOffice } from '../office/office.js';
import { decodePicture, pictureWarnings, savePicture } from '../picture/picture.js';
import { type PictureRow, selectPicture } from '../picture/queries.js';
import type { CashReads, CustomerRefusals, PartyPorts } from '../port.js';
import { partyProblems } from '../problems.js';
import type { CreateCustomerBody, CustomerBody, UpdateCustomerBody } from '../schema.js';
import { extensionWarnings } from './contact.js';
import { findCustomer } from './customer.js';
import { customerKeysOf } from './match-key.js';
import { replaceCustomerKeys } from './match-queries.js';
import { membersOf } from './member.js';
import { officeNaming, refuseOtherOffice } from './named-office.js';
import { decideCustomer, insertCustomer, lockCustomer, updateCustomerRow } from './queries.js';
import {
  type Customer,
  type CustomerMembers,
  customerRecord,
  type WorkflowStatus,
} from './record.js';
import { sealNumbers } from './secret.js';

/**
 * Opens a customer with a cash account, and with a portfolio if the request contains a portfolio
 * type.
 */
export async function createCustomer(
  work: Work,
  body: CreateCustomerBody,
  ports: PartyPorts,
): Promise<Outcome> {
  const picture = await decodePicture(body);
  const office = await requireLockedOffice(work, await officeNaming(work, body));
  const group = await requireLockedGroup(work, {
    id: body.customerGroupId,
    name: body.customerGroupName,
  });
  const accountOpened = await currentBusinessDate(work.tx);
  const members = membersOf(body, { groupId: group.id, today: accountOpened, home: homeOf(work) });
  const passwordHash = await hashOf(work.tx, body, members);
  const id = await work.context.ids.next(work.tx, 'customer_id');
  const name = codeOf(id);
  await refusingTaken(() =>
    insertCustomer(work.tx, members, {
      id,
      name,
      officeId: office.id,
      workflowStatus: office.customerApproval ? 'PENDING' : 'APPROVED',
      passwordHash,
      accountOpened,
      creator: work.principal,
      at: work.now,
      sealed: sealNumbers(work.context.vault, id, members),
    }),
  );
  await replaceCustomerKeys(work.tx, id, customerKeysOf(members));
  await recordRefusals(work, { id, officeId: office.id, after: members.details }, ports);
  const { label } = members;
  const opening = { customerId: id, officeId: office.id, currency: office.currency };
  await ports.cashAccounts.open(work, { ...opening, customerLabel: label });
  const { portfolioTypeName, portfolioType } = body;
  const portfolio =
    (portfolioTypeName ?? portfolioType) === undefined
      ? undefined
      : await ports.portfolios?.open(work, { ...opening, portfolioTypeName, portfolioType, label });
  await savePicture(work, picture, { customerId: id, store: ports.pictures });
  work.events.push({ type: 'customer.created', subjectId: id, officeId: office.id });
  const done = { msgCode: 'CUSTOMER_CREATED', id, body };
  const outcome = await outcomeOf(work, done, ports.cashAccounts);
  return {
    ...outcome,
    created: true,
    location: `partner/customer/id/${id}`,
    result: {
      ...outcome.result,
      ...(portfolio === undefined
        ? {}
        : { portfolioId: portfolio.id, portfolioName: portfolio.name }),
    },
  };
}

/** Changes the given members and leaves the others unchanged. */
export async function updateCustomer(
  work: Work,
  body: UpdateCustomerBody,
  ports: PartyPorts,
): Promise<Outcome> {
  const picture = await decodePicture(body);
  const before = await steps.lockVisible(work, body.id);
  await refuseOtherOffice(work, body, before);
  const names = { id: body.customerGroupId, name: body.customerGroupName };
  const isRegrouped = names.id !== undefined || names.name !== undefined;
  const groupId = isRegrouped ? (await requireLockedGroup(work, names)).id : before.groupId;
  const today = await currentBusinessDate(work.tx);
  const members = membersOf(body, { before, groupId, today, home: homeOf(work) });
  if (before.status === 'CLOSED' && members.status !== 'CLOSED') {
    await requireLockedOffice(work, { id: before.officeId });
    await requireLockedGroup(work, { id: groupId });
  }
  const passwordHash = await hashOf(work.tx, body, members);
  await refusingTaken(() =>
    updateCustomerRow(work.tx, members, {
      id: body.id,
      passwordHash,
      by: work.principal.name,
      at: work.now,
      sealed: sealNumbers(work.context.vault, body.id, members),
    }),
  );
  await replaceCustomerKeys(work.tx, body.id, customerKeysOf(members));
  const { officeId, details } = before;
  await recordRefusals(
    work,
    { id: body.id, officeId, before: details, after: members.details },
    ports,
  );
  await savePicture(work, picture, { customerId: body.id, store: ports.pictures });
  work.events.push({
    type: 'customer.updated',
    subjectId: body.id,
    officeId: before.officeId,
    data: { status: members.status },
  });
  const done = { msgCode: 'CUSTOMER_UPDATED', id: body.id, body };
  return outcomeOf(work, done, ports.cashAccounts);
}

const homeOf = ({ context }: Work) => context.config.homeCountry;

// Returns warnings about members that are stored only partly or not at all.
function warningsOf(
  work: Work,
  body: CustomerBody,
  { id, picture }: { readonly id: bigint; readonly picture: PictureRow | undefined },
): Pick<Outcome, 'extra'> {
  const found: object[] = [
    ...extensionWarnings(body, { home: homeOf(work) }),
    ...pictureWarnings(body, picture),
  ];
  const { ecrmId = '' } = body;
  if (!['', '0', String(id)].includes(ecrmId.trim())) {
    found.push(ignoredMember('ecrmId', 'it is always the id of the customer'));
  }
  return found.length === 0 ? {} : { extra: { warnings: found } };
}

type Details = Customer['details'];

interface Refusing {
  readonly id: bigint;
  readonly officeId: bigint;
  readonly before?: Details;
  readonly after: Details;
}

// This is called for every change, but writes to the consent history only if a flag has changed.
async function recordRefusals(
  work: Work,
  { id, officeId, before, after }: Refusing,
  ports: PartyPorts,
): Promise<void> {
  await ports.consents?.record(work, {
    ...{ customerId: id, officeId, after: refusalsIn(after) },
    before: before && refusalsIn(before),
  });
}

function refusalsIn(details: Details): CustomerRefusals {
  const isTrue = (member: string) => details[member] === true;
  return {
    doNotCall: isTrue('doNotCall'),
    doNotShare: isTrue('doNotShare'),
    emailOptOut: isTrue('emailOptOut'),
    smsOptOut: isTrue('smsOptOut'),
  };
}

/**
 * Approves or rejects a pending customer. The principal that opened the customer cannot decide on
 * it.
 */
export async function decideOnCustomer(
  work: Work,
  decision: {
    readonly id: bigint;
    readonly to: Exclude<WorkflowStatus, 'PENDING'>;
    readonly reason?: string | undefined;
  },
  ports: PartyPorts,
): Promise<Outcome> {
  const { id, to, reason } = decision;
  const customer = await steps.lockVisible(work, id, ['PENDING']);
  const { name } = work.principal;
  const made = { creator_kind: customer.creatorKind, creator_id: customer.creatorId };
  if (await isOwnWork(work, made)) throw refusal(partyProblems.OWN_CUSTOMER, { args: [name] });
  await decideCustomer(work.tx, { id, to, reason, by: name, at: work.now });
  const type = to === 'APPROVED' ? 'customer.approved' : 'customer.rejected';
  work.events.push({ type, subjectId: id, officeId: customer.officeId });
  return outcomeOf(work, { msgCode: `CUSTOMER_${to}`, id }, ports.cashAccounts);
}

const steps = stateSteps({
  lock: async (work: Work, id: bigint) => {
    await lockCustomer(work.tx, id);
    return findCustomer(work, { id });
  },
  isVisible: (principal, { officeId }) => seesOffice(principal, officeId),
  stateOf: ({ workflowStatus }) => workflowStatus,
  wrongState: partyProblems.CUSTOMER_WRONG_STATE,
  detailOf: () => undefined,
});

/** The action performed on a customer, and its request body. */
interface Done {
  readonly msgCode: string;
  readonly id: bigint;
  readonly body?: CustomerBody;
}

async function outcomeOf(
  work: Work,
  { msgCode, id, body = {} }: Done,
  cashAccounts: CashReads,
): Promise<Outcome> {
  const customer = present(await findCustomer(work, { id }), 'it was just written');
  const cash = (await cashAccounts.of(work.tx, [id])).get(id);
  const picture = await selectPicture(work.tx, id);
  return {
    ...{ msgCode, id },
    ...(id < 0n ? {} : { name: customer.name }),
    ...warningsOf(work, body, { id, picture }),
    result: customerRecord(customer, { cash, picture }),
    version: customer.version,
  };
}

/** Returns the hash of the portal password, or null if there is none. */
async function hashOf(
  tx: Tx,
  { portalPassword: password }: { readonly portalPassword?: string },
  { portalUserName, label, emailAddress }: CustomerMembers,
): Promise<string | null> {
  if (password === undefined) return null;
  const { passwordCharactersMin: least, passwordCharactersMax: most } = PARTY;
  const member = 'portalPassword';
  if (password.length < least || password.length > most) {
    const detail = `must have ${least} to ${most} characters`;
    throw refuseMember(partyProblems.PASSWORD_WRONG, member, detail);
  }
  const firm = await firmNames(tx);
  const names = [portalUserName ?? '', label, emailAddress ?? '', ...firm];
  await refuseGuessable(password, { member, names });
  return hashPassword(password);
}

const UNIQUE: Readonly<Record<string, readonly [kind: ProblemKind, member: string]>> = {
  customer_by_portal_user: [partyProblems.PORTAL_USER_NAME_TAKEN, 'portalUserName'],
  customer_by_bvn: [partyProblems.BVN_TAKEN, 'bvnCode'],
};

async function refusingTaken(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const taken = UNIQUE[error.constraint ?? ''];
    if (taken === undefined) throw error;
    const [kind, member] = taken;
    const detail = 'belongs to another customer';
    throw refusal(kind, {
      detail: `${member} ${detail}`,
      args: ['TAKEN', member],
      errors: [{ pointer: `/${member}`, code: kind.code, detail }],
    });
  }
}
