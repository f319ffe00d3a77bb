// Roles and the permissions that each one grants. This table is the entire policy.

import { SEE_PERSONAL_DATA } from '../../platform/http/shape/data-class.js';

interface Role {
  readonly label: string;
  /** Permission patterns; `*` matches any characters. */
  readonly grants: readonly string[];
  /** Permission patterns to remove from `grants`. */
  readonly except: readonly string[];
}

/** Permissions of approvers. Makers do not have them. */
const CHECKER_ONLY = ['*.approve', '*.reject'] as const;
/** Only administrators and auditors may access users, clients and the audit log. */
const SECURITY = 'identity.*';

/** Roles that may propose changes to reference data may also withdraw their own proposals. */
const WITHDRAWAL = 'system.change.withdraw';
/** Permissions to deviate from a customer's terms, such as the commission. */
const OVERRIDE = '*.override';
/** Permissions for a user's own password, second factor, sessions, saved views and settings. */
const OWN_ACCOUNT = 'system.own-account.*';

export const ROLES = {
  ADMIN: {
    label: 'Administrator: sets up the firm, its users and its reference data',
    // The permissions are listed one by one, so that a new route with a misspelt permission is not
    // granted to any role. A test finds such permissions.
    grants: [
      'identity.*',
      'party.*',
      'market.*',
      'finance.*',
      'order.*',
      'asset.*',
      'crm.*',
      'custody.*',
      'wealth.*',
      'research.*',
      'event.*',
      'webhook.*',
      'system.*',
      'exchange.*',
    ],
    except: [],
  },
  DEALER: {
    label: 'Dealer: enters orders and works them at the exchange',
    grants: [
      OWN_ACCOUNT,
      '*.read',
      SEE_PERSONAL_DATA,
      'order.*',
      'market.price.*',
      'custody.election.*',
      WITHDRAWAL,
    ],
    except: [SECURITY, ...CHECKER_ONLY],
  },
  OPERATIONS: {
    label: 'Operations (maker): captures customers, cash, deposits and orders',
    grants: [
      OWN_ACCOUNT,
      '*.read',
      'party.*',
      'market.*',
      'order.*',
      'asset.*',
      'custody.*',
      'finance.account.*',
      'finance.bank-statement.*',
      'finance.cash-transaction.*',
      'crm.lead.*',
      'custody.*',
      'wealth.statement.*',
      'wealth.tax-pack.*',
      WITHDRAWAL,
    ],
    except: [SECURITY, ...CHECKER_ONLY, '*.reverse', OVERRIDE],
  },
  APPROVER: {
    label: 'Approver (checker): decides on records that a maker entered, and cannot enter any',
    grants: [
      OWN_ACCOUNT,
      '*.read',
      SEE_PERSONAL_DATA,
      '*.approve',
      '*.reject',
      '*.reverse',
      'finance.cash-transaction.post',
    ],
    except: [SECURITY],
  },
  FINANCE: {
    label: 'Finance: the ledger, its journals, periods and reports',
    grants: [
      OWN_ACCOUNT,
      '*.read',
      'finance.*',
      'asset.fund-settlement.*',
      'custody.event-settlement.*',
      'wealth.*',
      WITHDRAWAL,
    ],
    except: [SECURITY, ...CHECKER_ONLY],
  },
  CRM: {
    label: 'Customer relations: leads, messages, campaigns',
    grants: [OWN_ACCOUNT, '*.read', SEE_PERSONAL_DATA, 'crm.*', 'party.contact.*'],
    except: [SECURITY, ...CHECKER_ONLY],
  },
  AUDITOR: {
    label: 'Auditor: reads everything, including the audit log; changes nothing',
    grants: [OWN_ACCOUNT, '*.read'],
    except: [],
  },
  CLIENT: {
    label: "API client: every operation that a broker's programs call; maker and approver",
    grants: [
      '*.read',
      'identity.customer.login',
      'party.*',
      'market.*',
      'order.*',
      'asset.*',
      'custody.election.*',
      'wealth.*',
      'finance.account.*',
      'finance.cash-transaction.*',
      'finance.ledger.*',
      'crm.*',
      'wealth.*',
      'research.*',
      'event.*',
      'webhook.*',
      WITHDRAWAL,
    ],
    except: [
      'identity.user.*',
      'identity.client.*',
      'identity.role.*',
      'identity.audit.*',
      OVERRIDE,
    ],
  },
} as const satisfies Readonly<Record<string, Role>>;

export type RoleName = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES).filter(isRole);

/** Returns whether a string is the name of a role. */
export function isRole(text: string): text is RoleName {
  return text in ROLES;
}

/** Returns the existing permissions that any of the given roles grants. */
export function permissionsOf(
  roles: readonly string[],
  existing: ReadonlySet<string>,
): ReadonlySet<string> {
  const granted = [...existing].filter((permission) =>
    roles.some((role) => isRole(role) && grants(ROLES[role], permission)),
  );
  return new Set(granted);
}

function grants(role: Role, permission: string): boolean {
  return (
    role.grants.some((pattern) => fits(pattern, permission)) &&
    !role.except.some((pattern) => fits(pattern, permission))
  );
}

function fits(pattern: string, permission: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === permission;
  return permission.startsWith(start) && permission.endsWith(end);
}
