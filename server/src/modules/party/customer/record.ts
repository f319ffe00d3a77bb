// Customers as rows, and as returned by the API.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { formatUngrouped } from '../../../platform/money/money.js';
import { pictureMembers } from '../picture/picture.js';
import type { PictureRow } from '../picture/queries.js';
import type { CustomerCash } from '../port.js';

type CustomerStatus = 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | 'CLOSED';

export type WorkflowStatus = 'PENDING' | 'APPROVED' | 'REJECTED';

/**
 * The customer members that requests set. Members used by rules or searches have their own columns.
 */
export interface CustomerMembers {
  readonly label: string;
  readonly groupId: bigint;
  readonly customerType: string;
  readonly partnerType: string;
  /** If null, the customer is taxed according to the partner type. */
  readonly payerClass: string | null;
  /** The number of the month on whose first day the tax year starts. Null means January. */
  readonly taxYearStart: number | null;
  readonly channel: string | null;
  readonly status: CustomerStatus;
  readonly title: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  readonly sex: string | null;
  readonly birthDate: BusinessDate | null;
  /** In E.164 format. */
  readonly cellPhone: string | null;
  readonly emailAddress: string | null;
  readonly bvnCode: string | null;
  readonly portalUserName: string | null;
  /** Further members by wire name: address, next of kin, settlement bank, risk. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A customer as stored, with the codes of its office and group, but without its password. */
export interface Customer extends CustomerMembers {
  readonly id: bigint;
  readonly name: string;
  /** True if and only if the status is ACTIVE. */
  readonly active: boolean;
  readonly officeId: bigint;
  readonly officeName: string;
  readonly officeLabel: string;
  readonly currency: string;
  readonly groupName: string;
  readonly groupLabel: string;
  readonly workflowStatus: WorkflowStatus;
  readonly accountOpened: BusinessDate;
  readonly creatorKind: string;
  readonly creatorId: bigint;
  readonly approvedBy: string | null;
  readonly approvedAt: Instant | null;
  readonly decisionReason: string | null;
  readonly version: bigint;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

/** A key that identifies a customer. */
export type CustomerKey =
  | { readonly id: bigint }
  | { readonly name: string }
  | { readonly userName: string }
  | { readonly email: string }
  | { readonly bvn: string };

/** Data from other tables that is part of a customer's record. */
interface Beside {
  readonly cash: CustomerCash | undefined;
  readonly picture: PictureRow | undefined;
}

/** Returns the whole record in the API's format. */
export function customerRecord(customer: Customer, { cash, picture }: Beside): object {
  return {
    ...customer.details,
    ...listRecord(customer, cash),
    birthDate: customer.birthDate ?? undefined,
    approvedBy: customer.approvedBy ?? undefined,
    approvedDttm: customer.approvedAt ?? undefined,
    decisionReason: customer.decisionReason ?? undefined,
    ...pictureMembers(picture),
  };
}

export function listRecord(customer: Customer, cash: CustomerCash | undefined): object {
  return {
    id: customer.id,
    ecrmId: customer.id,
    active: customer.active,
    name: customer.id < 0n ? undefined : customer.name,
    label: customer.label,
    customerType: customer.customerType,
    partnerType: customer.partnerType,
    payerClass: customer.payerClass ?? undefined,
    taxYearStart: customer.taxYearStart ?? undefined,
    customerGroupId: customer.groupId,
    customerGroupName: customer.groupName,
    customerGroupLabel: customer.groupLabel,
    businessOfficeId: customer.officeId,
    businessOfficeName: customer.officeName,
    businessOfficeLabel: customer.officeLabel,
    channel: customer.channel ?? undefined,
    title: customer.title ?? undefined,
    firstName: customer.firstName ?? undefined,
    middleName: customer.middleName ?? undefined,
    lastName: customer.lastName ?? undefined,
    sex: customer.sex ?? undefined,
    cellPhone: customer.cellPhone ?? undefined,
    emailAddress1: customer.emailAddress ?? undefined,
    bvnCode: customer.bvnCode ?? undefined,
    portalUserName: customer.portalUserName ?? undefined,
    ...cashMembers(cash),
    accountOpened: customer.accountOpened,
    status: customer.status,
    workflowStatus: customer.workflowStatus,
    createdBy: customer.createdBy,
    createdDttm: customer.createdAt,
    lastModifiedBy: customer.modifiedBy,
    lastModifiedDttm: customer.modifiedAt,
  };
}

function cashMembers(cash: CustomerCash | undefined): object {
  if (cash === undefined) return {};
  const { accountId, name, currency, balanceMinor } = cash;
  return {
    cashAcct: accountId < 0n ? undefined : name,
    cashAcctId: accountId,
    cashAcctBalance: formatUngrouped({ minor: balanceMinor, currency }),
    currency,
  };
}
